// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {

// One line per distribution and family: side by side they would be too wide for a terminal.
void write_example_table(io::Sink& sink, std::span<const ExampleRow> rows,
                         const TableStyle& style) {
  TextTable table({"distribution", "measure", "total", "aleatoric", "epistemic", "unit"});
  double greatest_error = 0;
  for (const ExampleRow& row : rows) {
    bool is_first = true;
    for (const DistributionMeasure& each : row.measures) {
      table.row({{is_first ? io::printable(row.named.name) : "", Ink::bold},
                 {each.measure.name()},
                 {short_number(each.values.total)},
                 {short_number(each.values.aleatoric)},
                 {short_number(each.values.epistemic)},
                 {each.unit}});
      is_first = false;
      for (const Part part : all_parts) {
        greatest_error = std::max(greatest_error, get(each.errors, part));
      }
    }
  }
  sink.write(table.text(style.width, style.color) + "\n" +
             wrapped(fmt::format("Estimated error of each value: at most {:.1e}\n", greatest_error),
                     style.width));
}

}  // namespace qualm::report
