// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "qualm/report.h"
#include "report/text_layout.h"

namespace qualm::report {

std::string label_bars_text(const LabelBars& bars, bool color, std::size_t bar_width) {
  std::size_t name_width = 0;
  for (const std::string& name : bars.class_names) {
    name_width = std::max(name_width, display_width(io::printable(name)));
  }
  std::string text;
  for (std::size_t k = 0; k < bars.class_names.size(); ++k) {
    text += fmt::format(
        "  {}  {}  {}  {}\n", pad_right(io::printable(bars.class_names[k]), name_width),
        stacked_bar(bars.epistemic[k], bars.aleatoric[k], bars.full, bar_width, color),
        pad_left(short_number(bars.epistemic[k]), 9), pad_left(short_number(bars.aleatoric[k]), 9));
  }
  return text;
}

}  // namespace qualm::report
