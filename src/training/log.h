// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qualm::training {

/// One epoch of one member: a line of log.jsonl.
struct EpochLine {
  std::size_t run = 0, member = 0, epoch = 0;  ///< the first epoch is 0
  double loss = 0, accuracy = 0;  ///< means over the rows of the epoch, while they were learnt
  std::optional<double> test_accuracy;
  double seconds = 0, images_per_second = 0;
};
[[nodiscard]] std::string to_json(const EpochLine& line);
/// Nothing if it is no such line.
[[nodiscard]] std::optional<EpochLine> epoch_line_from_json(const std::string& text);

/// What the log says of a member's training.
struct MemberLog {
  double seconds = 0;                   ///< of all epochs
  std::optional<double> test_accuracy;  ///< the last one
};
/// Of the members of a run. What the log has not stays 0 or empty.
[[nodiscard]] std::vector<MemberLog> member_logs(const std::string& path, std::size_t run,
                                                 std::size_t members);

/// One write at the end of the file: lines of several processes do not mix. Throws system.
void append_line(const std::string& path, const std::string& line);

/// Rewrites the log without broken lines and those that `keep` does not want.
void prune_log(const std::string& path, const std::function<bool(const EpochLine&)>& keep);

}  // namespace qualm::training
