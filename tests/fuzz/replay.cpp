// SPDX-License-Identifier: Apache-2.0
// Feeds every file of corpus/<target>/ to its target: seeds, and inputs that were found once.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/targets.h"

int main(int n_arguments, char** arguments) {
  if (n_arguments != 2) {
    std::fprintf(stderr, "usage: %s CORPUS\n", arguments[0]);
    return 2;
  }
  std::size_t n_files = 0;
  for (const fuzz::Target& target : fuzz::targets()) {
    const std::size_t before = n_files;
    for (const auto& each :
         std::filesystem::directory_iterator(std::filesystem::path(arguments[1]) / target.name)) {
      std::ifstream file(each.path(), std::ios::binary);
      const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
      std::fprintf(stderr, "%s\n", each.path().c_str());  // the last line names who ended us
      fuzz::try_bytes(target, bytes);
      ++n_files;
    }
    fuzz::require(n_files > before, "every target has seeds");
  }
  std::printf("%zu inputs replayed\n", n_files);
}
