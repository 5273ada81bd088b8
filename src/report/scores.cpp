// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "error/nearest_name.h"
#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::report {

std::string name(Score score) {
  return fmt::format("{}.{}", family(score.family).name, qualm::name(score.part));
}

Score parse_score(std::string_view text) {
  std::vector<std::string> names;
  for (const Family& row : families()) {
    for (const Part part : all_parts) {
      const Score score{row.id, part};
      names.push_back(name(score));
      if (names.back() == text) return score;
    }
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string nearest = nearest_name(text, candidates);
  throw_usage(nearest.empty()
                  ? fmt::format("unknown score '{}': write FAMILY.PART, such as {}", text, names[2])
                  : fmt::format("unknown score '{}': did you mean {}?", text, nearest));
}

}  // namespace qualm::report
