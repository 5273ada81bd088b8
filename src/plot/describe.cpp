// SPDX-License-Identifier: Apache-2.0
#include "plot/describe.h"

#include "plot/legend.h"

namespace qualm::plot {

std::string describe(const Figure& figure, const StyleBook& styles) {
  std::string out;
  for (const Panel& panel : figure.panels) {
    std::string sentence = panel.title;
    const auto add = [&sentence](const std::string& text, const char* between) {
      if (text.empty()) return;
      if (!sentence.empty()) sentence += between;
      sentence += text;
    };
    add(panel.y.label, ": ");
    add(panel.x.label, panel.y.label.empty() ? ": " : " over ");
    const char* between = ": ";
    for (const LegendEntry& entry : legend_entries({&panel, 1}, styles)) {
      add(entry.label, between);
      between = ", ";
    }
    if (sentence.empty()) continue;
    out += (out.empty() ? "" : " ") + sentence + ".";
  }
  return out;
}

}  // namespace qualm::plot
