// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/score_table.h"
#include "qualm/group.h"

namespace qualm {

/// Finds labels that are counted from another number than classes are, by whether predictions agree
/// with their neighbours instead.
class ShiftedLabels {
 public:
  /// Adds rows of the first run; `labels`: one per row, or empty.
  void add(const ScoreTable& table, std::span<const std::uint32_t> labels);
  /// Adds the rows of all processes.
  void add_up(Group& group);
  /// A note if at least half of the predictions agree with the label minus (or plus) one, and at
  /// most half as many with the label itself; only for 20 rows or more.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::uint64_t n_rows_ = 0;
  std::uint64_t n_same_ = 0;   // predictions that are the label
  std::uint64_t n_below_ = 0;  // that are the label minus one
  std::uint64_t n_above_ = 0;  // that are the label plus one
};

}  // namespace qualm
