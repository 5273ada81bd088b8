// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/report.h"

namespace qualm::report {

/// A sink that keeps what it gets.
class TextSink final : public io::Sink {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  void finish() override {}
  std::string text;
};

/// Three instances of two classes, variance and entropy, with numbers that binary fractions hold.
[[nodiscard]] MeasureInfo made_info();
[[nodiscard]] MeasuredBlock made_block();
/// The same with per-class values and mean.
[[nodiscard]] MeasureInfo made_info_per_class();
[[nodiscard]] MeasuredBlock made_block_per_class();
/// Rows first up to last of a block, as a block of its own.
[[nodiscard]] MeasuredBlock rows_of(const MeasuredBlock& block, std::size_t first,
                                    std::size_t last);

/// What the writer of `format` makes of the blocks.
[[nodiscard]] std::string written(Format format, const MeasureInfo& info,
                                  std::span<const MeasuredBlock> blocks,
                                  const TableStyle& style = {});
[[nodiscard]] std::string written(Format format, const MeasureInfo& info,
                                  const MeasuredBlock& block, const TableStyle& style = {});

}  // namespace qualm::report
