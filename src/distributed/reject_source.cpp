// SPDX-License-Identifier: Apache-2.0
#include "distributed/reject_source.h"

#include <algorithm>
#include <utility>

#include "distributed/messages.h"
#include "qualm/evaluation/merge.h"
#include "qualm/state/archive.h"

namespace qualm::distributed {
namespace {

/// The tally of all processes, of which each packed some; this is the one at `place` of each.
Tally merge_at(const std::vector<std::vector<std::string_view>>& of_each, std::size_t place) {
  std::vector<Tally> tallies;
  for (const std::vector<std::string_view>& of_rank : of_each) {
    tallies.push_back(unpack<Tally>(of_rank[place]));
  }
  return merge(tallies);
}

std::vector<std::vector<std::string_view>> split_each(const std::vector<std::string>& messages) {
  std::vector<std::vector<std::string_view>> parts;
  for (const std::string& message : messages) parts.push_back(split_bytes(message));
  return parts;
}

}  // namespace

GroupRejectSource::GroupRejectSource(const ScoreTable& table,
                                     const std::optional<ScoreTable>& calibration, Group& group)
    : table_(table), calibration_(calibration), group_(group) {
  const auto sums = group.sums({table.n_rows, calibration ? calibration->n_rows : 0});
  n_rows_ = static_cast<std::size_t>(sums[0]);
  n_calibration_rows_ = static_cast<std::size_t>(sums[1]);
}

std::vector<std::uint64_t> GroupRejectSource::n_wrong() const {
  std::vector<std::uint64_t> own;
  for (const RunScores& run : table_.runs) {
    own.push_back(static_cast<std::uint64_t>(std::count_if(
        run.wrong.begin(), run.wrong.end(), [](std::uint8_t flag) { return flag != 0; })));
  }
  return group_.sums(own);
}

std::vector<std::string> GroupRejectSource::tallies_of(std::size_t score) const {
  std::vector<std::string> packed;
  for (const RunScores& run : table_.runs) {
    packed.push_back(pack(tally_of(run.columns[score], run.wrong)));
  }
  if (!calibration_) return packed;
  for (const RunScores& run : calibration_->runs) {
    packed.push_back(pack(tally_of(run.columns[score], run.wrong)));
  }
  return packed;
}

std::vector<ScoreRejection> GroupRejectSource::judge(const Judge& judge) const {
  const auto work = [&](std::size_t score, const std::vector<std::string>& from_each) {
    const auto parts = split_each(from_each);
    ScoreTallies tallies;
    for (std::size_t run = 0; run < n_runs(); ++run) {
      tallies.test.push_back(merge_at(parts, run));
      if (calibration_) tallies.calibration.push_back(merge_at(parts, n_runs() + run));
    }
    return std::vector<std::string>(group_.size(), pack(judge(score, tallies)));
  };
  const std::vector<std::string> answers = work_by_owners(
      group_,
      {names().size(), [&](std::size_t score) { return join_bytes(tallies_of(score)); }, work});
  std::vector<ScoreRejection> results;
  for (const std::string& answer : answers) results.push_back(unpack<ScoreRejection>(answer));
  return results;
}

std::vector<Calibration> GroupRejectSource::calibration(const ReliabilityOptions& options) const {
  const bool is_given = !table_.runs[0].calibration.correct.empty();
  std::vector<Calibration> results;
  if (group_.sum(is_given ? 1 : 0) == 0) return results;
  for (const RunScores& run : table_.runs) {
    CalibrationSums sums;
    std::string own;
    agree(group_, [&] { own = pack(CalibrationSums(run.calibration, options)); });
    for (const std::string& of_rank : share_all(group_, own)) {
      sums.add(unpack<CalibrationSums>(of_rank));
    }
    Calibration& result = results.emplace_back();
    if (options.binning == Binning::equal_width) {
      result = qualm::calibration(sums, options);
      continue;
    }
    // Only the first process knows all confidences.
    const std::vector<std::string> gathered =
        group_.gather(pack(tally_of(run.calibration.confidence, run.calibration.correct)));
    agree(group_, [&] {
      if (gathered.empty()) return;
      std::vector<Tally> tallies;
      for (const std::string& of_rank : gathered) tallies.push_back(unpack<Tally>(of_rank));
      const Tally confidence = merge(tallies);
      result = qualm::calibration(sums, options, &confidence);
    });
  }
  return results;
}

}  // namespace qualm::distributed
