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

/// Counts rows with infinite values, per measure, extra or score. The reason: see
/// Family::unbounded.
class InfiniteRows {
 public:
  /// Adds rows: counts per measure (any part) and per extra.
  void add(const Measures& measures);
  /// Adds rows: counts per score, infinite in any run. Only for measured scores.
  void add(const ScoreTable& table);

  /// Adds the rows of all processes; the first process must have rows.
  void add_up(Group& group);
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  void count(const std::string& name, std::size_t n_rows);
  std::vector<std::pair<std::string, std::size_t>> counts_;
};

}  // namespace qualm
