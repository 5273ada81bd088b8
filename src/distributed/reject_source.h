// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "qualm/analysis/reject_source.h"
#include "qualm/group.h"

namespace qualm::distributed {

/// Rows that lie in several processes. Each score is judged by one of them, in turn, which gets the
/// sorted counts of all and merges them; every process gets the results. Every function is called
/// by all.
class GroupRejectSource final : public RejectSource {
 public:
  /// The rows of this process, which may be none; those for calibration, if there are such rows.
  GroupRejectSource(const ScoreTable& table, const std::optional<ScoreTable>& calibration,
                    Group& group);

  [[nodiscard]] const std::vector<std::string>& names() const override { return table_.names; }
  [[nodiscard]] std::size_t n_runs() const override { return table_.runs.size(); }
  [[nodiscard]] std::size_t n_rows() const override { return n_rows_; }
  [[nodiscard]] std::size_t n_calibration_rows() const override { return n_calibration_rows_; }
  [[nodiscard]] std::vector<std::uint64_t> n_wrong() const override;
  [[nodiscard]] std::vector<ScoreRejection> judge(const Judge& judge) const override;
  [[nodiscard]] std::vector<Calibration> calibration(
      const ReliabilityOptions& options) const override;

 private:
  [[nodiscard]] std::vector<std::string> tallies_of(std::size_t score) const;

  const ScoreTable& table_;
  const std::optional<ScoreTable>& calibration_;
  Group& group_;
  std::size_t n_rows_ = 0, n_calibration_rows_ = 0;
};

}  // namespace qualm::distributed
