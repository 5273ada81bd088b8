// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "add_options.h"
#include "output_options.h"

namespace qualm::cli {

/// Which rows a table of measures shows.
struct TopArguments {
  std::optional<std::size_t> top;
  std::optional<Score> sort_by;

  /// The table's look; notes that other formats have all rows.
  [[nodiscard]] report::TableStyle style(const OutputArguments& output,
                                         report::Format format) const;
};
void add_top_options(CommandBuilder& command, TopArguments& arguments);

}  // namespace qualm::cli
