// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qualm/analysis/score_table.h"
#include "qualm/group.h"
#include "qualm/measures.h"

namespace qualm {

/// "pairwise-entropy is infinite in 3 rows: ..."; `name`: of a measure, an extra or a score.
[[nodiscard]] std::string note_on_infinite_rows(std::string_view name, std::size_t count);

/// How many rows have an infinite value of what: the reason is the same for all, see
/// Family::unbounded.
class InfiniteRows {
 public:
  /// Rows that follow those before: by measure (any of its parts) and by extra.
  void add(const Measures& measures);
  /// Rows that follow those before: by score, infinite in any run. Only of scores that are
  /// measured.
  void add(const ScoreTable& table);

  /// Adds the rows of all processes, of which the first must have some.
  void add_up(Group& group);
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  void count(const std::string& name, std::size_t n_rows);
  std::vector<std::pair<std::string, std::size_t>> counts_;
};

}  // namespace qualm
