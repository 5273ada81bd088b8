// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "page/state.h"
#include "page/telling_rows.h"

namespace qualm::page {

/// Rows as bytes, the same within a report (as base64) and from the server. Little-endian; every
/// column starts at a multiple of 8:
///   u32[9]  "QLM1", count, matching, detailed, classes, members (of all runs), scores,
///           label-wise families, bytes of the texts
///   u32[count]  set, row, predicted, label (0xffffffff: none)
///   u32[scores][count]  rank        f64[scores][count]  score
///   f64[detailed][classes]  mean
///   for each label-wise family: f64[detailed][classes] aleatoric, then epistemic, never weighted
///   f32[detailed][members][classes]  probabilities
///   texts: a JSON list of `detailed` strings, each row in words; then, where rows have ids,
///          `count` of them, "" for none
/// `matching` rows fit the question, of which these are `count`; the first `detailed` of them come
/// class by class, as many as fit into `detail_bytes`.
struct BlockRequest {
  std::span<const RowRef> rows;
  std::size_t n_matching = 0;
  std::size_t detail_bytes = 0;
};
[[nodiscard]] std::string row_block(const State& state, const Weighted& weighted,
                                    const BlockRequest& request);

/// The label-wise families whose values a block has: variance, and what else was asked for.
[[nodiscard]] std::vector<Measure> block_families(const MeasureOptions& options);

}  // namespace qualm::page
