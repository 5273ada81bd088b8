// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "qualm/analysis/ood_source.h"
#include "qualm/group.h"

namespace qualm::distributed {

/// Rows that lie in several processes. Each score is judged by one of them, in turn, which gets the
/// sorted counts of all and merges them; it tells every process where that one's rows are placed
/// among all, so that the sums over pairs of scores are taken where the rows lie.
class GroupOodSource final : public OodSource {
 public:
  /// The rows of this process, which may be none.
  GroupOodSource(const ScoreTable& in, std::span<const OodSet> sets, Group& group);

  [[nodiscard]] const std::vector<std::string>& names() const override { return in_.names; }
  [[nodiscard]] std::size_t n_runs() const override { return in_.runs.size(); }
  [[nodiscard]] std::size_t n_in() const override { return n_in_; }
  [[nodiscard]] std::vector<std::string> sets() const override;
  [[nodiscard]] std::size_t n_out(std::size_t set) const override { return n_out_[set]; }
  [[nodiscard]] SetDetections detect(std::size_t set, const Detect& detect) const override;

 private:
  /// What this process knows of its rows of one kind.
  struct Rows {
    Kind kind;
    std::vector<std::vector<Tally>> tallies;  // by score, then by run
    std::vector<GroupedRows> groups;          // by score; of one run
  };
  [[nodiscard]] Rows sort(const ScoreTable& table, Kind kind) const;
  void add_pairs_of_all(const Rows& out, std::span<const std::string> placements,
                        SetDetections& found) const;

  const ScoreTable& in_;
  std::span<const OodSet> sets_;
  Group& group_;
  std::size_t n_in_ = 0;
  std::vector<std::size_t> n_out_;
  mutable std::optional<Rows> in_rows_;
};

}  // namespace qualm::distributed
