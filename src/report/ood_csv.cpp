// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "report/csv_field.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {

void write_ood_csv(io::Sink& sink, const OodResult& result,
                   const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  TextBuffer out(sink);
  const bool several = result.n_runs > 1;
  const std::vector<Statistic> statistics = detection_statistics();
  out.text("score,out");
  for (const Statistic& statistic : statistics) {
    for (const std::string_view suffix : {"", "_std", "_ci95_low", "_ci95_high"}) {
      if (suffix == "_std" && !several) continue;
      out.letter(',');
      out.text(statistic.name);
      out.text(suffix);
    }
  }
  out.text(",overlap\n");
  const auto field = [&](double value) {
    out.letter(',');
    if (std::isfinite(value)) out.number(value);  // what does not exist is an empty field
  };
  for (std::size_t score = 0; score < result.scores.size(); ++score) {
    for (std::size_t set = 0; set < result.sets.size(); ++set) {
      const OodDetection& detection = result.detections[score][set];
      out.text(csv_field(result.scores[score]));
      out.letter(',');
      out.text(csv_field(result.sets[set]));
      for (const Estimate& each : detection.statistics) {
        field(each.value.value);
        if (several) field(each.std.value);
        field(each.ci95.low);
        field(each.ci95.high);
      }
      field(detection.overlap.value.value);
      out.letter('\n');
    }
  }
  out.flush();
}

}  // namespace qualm::report
