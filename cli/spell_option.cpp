// SPDX-License-Identifier: Apache-2.0
#include "spell_option.h"

#include <fmt/format.h>

#include <algorithm>

namespace qualm::cli {
namespace {

struct Renamed {
  std::string_view key, option;
};
/// Options that are not called as the library calls them.
constexpr Renamed renamed[] = {{"measures", "--measure"}, {"n_classes", "--classes"},
                               {"of_class", "--class"},   {"coverages", "--coverage"},
                               {"inside", "--in"},        {"output", "-o"}};

}  // namespace

std::string spell_option(std::string_view key, std::string_view value) {
  // One argument of the library, two options.
  if (key == "calibration") return "--calibration 0.5 or --calibration-rows FILE";
  std::string option = fmt::format("--{}", key);
  std::replace(option.begin(), option.end(), '_', '-');
  for (const Renamed& each : renamed) {
    if (each.key == key) option = each.option;
  }
  return value.empty() || value == "true" ? option : fmt::format("{} {}", option, value);
}

}  // namespace qualm::cli
