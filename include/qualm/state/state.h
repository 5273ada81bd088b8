// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "qualm/analysis/collect.h"
#include "qualm/analysis/measure_blocks.h"
#include "qualm/report/measures.h"

namespace qualm {

/// Which of the shards of a data set a state holds.
struct Shard {
  std::size_t number = 0, of = 0;  ///< 1 ... of; 0: not said, ordered by source
  std::string source;              ///< what its first input is called

  /// "3/16". Throws usage.
  [[nodiscard]] static Shard parse(std::string_view text);
};

// What the commands know of the rows of a shard. A table or block without names or families stands
// for a shard without rows.
struct MeasureState {
  MeasuredBlock block;
};
struct RejectState {
  RejectOptions options;
  CalibrationChoice calibration;  ///< of all rows, not of this shard's; numbers are in memory
  ScoreTable table;
};
struct OodState {
  OodOptions options;
  OodTables tables;
};

/// The work that a command has done on one shard: all that its result depends on.
struct State {
  Shard shard;
  std::variant<MeasureState, RejectState, OodState> content;
  /// Says what the predictions were; none for a shard without rows, or if only scores were given.
  std::optional<report::MeasureInfo> info = std::nullopt;

  [[nodiscard]] std::string_view command() const noexcept;  ///< "measure", "reject", "ood"
  /// In-distribution rows and others counted together.
  [[nodiscard]] std::size_t n_rows() const noexcept;
};

/// A state as bytes: magic, version of the format and of qualm, contents, checksum.
[[nodiscard]] std::string to_bytes(const State& state);
/// `name` is what messages call them. Throws data if they are no state, damaged, or of another
/// version of qualm. Takes no more memory than the bytes justify.
[[nodiscard]] State from_bytes(std::string_view bytes, const std::string& name);

}  // namespace qualm
