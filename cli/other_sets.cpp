// SPDX-License-Identifier: Apache-2.0
#include "other_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::cli {

std::vector<OtherRows> named_files(std::string_view option, const std::vector<std::string>& texts) {
  std::vector<OtherRows> sets;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
      throw_usage(
          fmt::format("{} {}: write NAME=FILE, such as {} mnist=mnist.npy", option, text, option));
    }
    const std::string name = text.substr(0, sign);
    if (!io::is_name(name))
      throw_usage(
          fmt::format("{} {}: the name is not UTF-8 or holds control characters", option, text));
    auto set = std::find_if(sets.begin(), sets.end(),
                            [&](const OtherRows& each) { return each.name == name; });
    if (set == sets.end()) set = sets.insert(sets.end(), OtherRows{name});
    set->paths.push_back(text.substr(sign + 1));
  }
  return sets;
}

}  // namespace qualm::cli
