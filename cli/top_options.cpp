// SPDX-License-Identifier: Apache-2.0
#include "top_options.h"

#include <fmt/format.h>

namespace qualm::cli {

report::TableStyle TopArguments::style(const OutputArguments& output, report::Format format) const {
  if (format != report::Format::table && (top || sort_by)) {
    output.note(fmt::format("--top and --sort-by change only the table, not {}",
                            report::format_info(format).name));
  }
  report::TableStyle style = table_style(output);
  style.top = top.value_or(style.top);
  style.sort_by = sort_by;
  return style;
}

void add_top_options(CommandBuilder& command, TopArguments& arguments) {
  OptionGroup group(command, "Output");
  group.value("--top", "N", "number of rows in the table. Default: 10",
              [&](const auto& text) { arguments.top = parse_whole("--top", text, 0, 1'000'000); });
  group.value("--sort-by", "SCORE",
              "score that sorts the table, such as variance.epistemic. Default: the total of the "
              "first measure",
              [&](const auto& text) { arguments.sort_by = parse_score(text); });
}

}  // namespace qualm::cli
