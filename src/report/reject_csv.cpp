// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "report/csv_field.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

void field(TextBuffer& out, double value) {
  out.letter(',');
  if (std::isfinite(value)) out.number(value);  // what does not exist is an empty field
}

void curve(TextBuffer& out, const ScoreRejection& score) {
  for (std::size_t i = 0; i < score.rejected.size(); ++i) {
    out.text(csv_field(score.name));
    field(out, score.rejected[i]);
    field(out, score.accuracy[i]);
    if (!score.accuracy_std.empty()) {
      field(out, score.accuracy_std[i]);
      field(out, score.half_width[i]);
    }
    out.letter('\n');
  }
}

}  // namespace

void write_reject_csv(io::Sink& sink, const RejectResult& result,
                      const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  TextBuffer out(sink);
  out.text("score,rejected,accuracy");
  if (result.n_runs > 1) {
    out.text(",accuracy_std,band_");
    out.text(name(result.options.band));
  }
  out.letter('\n');
  for (const ScoreRejection& score : result.scores) curve(out, score);
  curve(out, result.random);
  curve(out, result.oracle);
  out.flush();
}

}  // namespace qualm::report
