// SPDX-License-Identifier: Apache-2.0
// The entry points of libFuzzer: `fuzz_targets --target=arrays [its options] CORPUS`.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "fuzz/targets.h"

namespace {
const fuzz::Target* chosen = nullptr;
}  // namespace

// NOLINTBEGIN(readability-identifier-naming): libFuzzer calls them by these names
extern "C" int LLVMFuzzerInitialize(int* n_arguments, char*** arguments);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerInitialize(int* n_arguments, char*** arguments) {
  constexpr std::string_view option = "--target=";
  for (int i = 1; i < *n_arguments; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (!argument.starts_with(option)) continue;
    try {
      chosen = &fuzz::find_target(argument.substr(option.size()));
    } catch (const std::invalid_argument& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
  if (chosen == nullptr) {
    std::fprintf(stderr, "which target? --target=NAME, one of:");
    for (const fuzz::Target& target : fuzz::targets()) {
      std::fprintf(stderr, " %.*s", static_cast<int>(target.name.size()), target.name.data());
    }
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::try_bytes(*chosen, {data, size});
  return 0;
}
// NOLINTEND(readability-identifier-naming)
