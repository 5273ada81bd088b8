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

/// The shard that a state belongs to.
struct Shard {
  std::size_t number = 0, of = 0;  ///< 1 ... of; 0: not given, ordered by source
  std::string source;              ///< name of its first input

  /// "3/16". Throws usage.
  [[nodiscard]] static Shard parse(std::string_view text);
};

// The data that commands keep for a shard. A table or block without names or families is a shard
// without rows.
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

/// The state of a command for one shard: everything that its result depends on.
struct State {
  Shard shard;
  std::variant<MeasureState, RejectState, OodState> content;
  /// Describes the predictions; empty for a shard without rows, or if only scores were given.
  std::optional<report::MeasureInfo> info = std::nullopt;

  [[nodiscard]] std::string_view command() const noexcept;  ///< "measure", "reject", "ood"
  /// In-distribution and out-of-distribution rows.
  [[nodiscard]] std::size_t n_rows() const noexcept;
};

/// A state as bytes: magic, version of the format and of qualm, contents, checksum.
[[nodiscard]] std::string to_bytes(const State& state);
/// `name` is for messages. Throws data if the bytes are not a state, damaged, or of another version
/// of qualm. Memory is bounded by the number of bytes.
[[nodiscard]] State from_bytes(std::string_view bytes, const std::string& name);

}  // namespace qualm
