// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/csv_field.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {

void write_example_csv(io::Sink& sink, std::span<const ExampleRow> rows,
                       const TableStyle& /*style*/) {
  TextBuffer out(sink);
  out.text("name,distribution");
  if (!rows.empty()) {
    for (const DistributionMeasure& each : rows[0].measures) {
      std::string prefix = "," + each.measure.name() + "_";
      std::replace(prefix.begin(), prefix.end(), '-', '_');
      for (const Part part : all_parts) out.text(prefix + std::string(name(part)));
      for (const Part part : all_parts) out.text(prefix + std::string(name(part)) + "_error");
    }
  }
  out.letter('\n');
  for (const ExampleRow& row : rows) {
    out.text(csv_field(row.named.name));
    out.letter(',');
    out.text(csv_field(row.named.distribution.text()));
    for (const DistributionMeasure& each : row.measures) {
      for (const PartValues& values : {each.values, each.errors}) {
        for (const Part part : all_parts) {
          out.letter(',');
          out.number(get(values, part));
        }
      }
    }
    out.letter('\n');
  }
  out.flush();
}

}  // namespace qualm::report
