// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis.h"
#include "qualm/progress.h"
#include "qualm/report/measures.h"
#include "qualm/state/state.h"

namespace qualm {

/// A state that can be read repeatedly.
struct StatePart {
  std::string name;  ///< for messages
  std::function<std::string()> bytes;
};
/// A file written by `--partial`.
[[nodiscard]] StatePart part_in_file(const std::string& path);

/// The merged shards of a data set: the same results as one process with all rows. The order of the
/// parts does not matter.
class MergedState {
 public:
  /// Reads and checks all parts. Throws data or usage, naming parts and remedy, for a part that is
  /// damaged, or written by another version or command, for another ensemble or with other options;
  /// for a repeated shard; and, unless `allow_missing`, for a missing one.
  explicit MergedState(std::vector<StatePart> parts, bool allow_missing = false);

  [[nodiscard]] std::string_view command() const noexcept { return states_[0].command(); }
  /// Of all rows; empty if only scores were given.
  [[nodiscard]] const std::optional<report::MeasureInfo>& info() const noexcept { return info_; }
  /// Note on the share of shards, if some are missing.
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }

  // The result. Call the function of command(), once.
  /// Blocks in order of rows; parts are read one by one.
  void measure(const std::function<void(MeasuredBlock&)>& visit) const;
  [[nodiscard]] RejectResult reject(const Progress& progress = {});
  [[nodiscard]] OodResult ood(const Progress& progress = {});

  /// Threads for the bootstrap; the result does not depend on it.
  unsigned threads = 0;

 private:
  void put_in_order();
  void check_shards(bool allow_missing);
  void check_alike() const;

  std::vector<StatePart> parts_;  // in order of shards, as are
  std::vector<State> states_;     // whose rows are left out where parts are read again
  std::optional<report::MeasureInfo> info_;
  std::vector<std::string> notes_;
};

}  // namespace qualm
