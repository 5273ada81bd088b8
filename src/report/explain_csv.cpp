// SPDX-License-Identifier: Apache-2.0
#include "report/csv_field.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {

void write_explain_csv(io::Sink& sink, const ExplainResult& result, const MeasureInfo& /*info*/,
                       const TableStyle& /*style*/) {
  TextBuffer out(sink);
  const bool has_ids = !result.instances.empty() && !result.instances[0].id.empty();
  out.text(has_ids ? "row,id," : "row,");
  out.text(
      "by,score,predicted,predicted_name,label,label_name,class,mean,variance_total,"
      "variance_aleatoric,variance_epistemic,advice\n");
  for (const Explanation& instance : result.instances) {
    for (std::size_t k = 0; k < instance.mean.size(); ++k) {
      out.text(std::to_string(instance.row));
      out.letter(',');
      if (has_ids) out.text(csv_field(instance.id) + ',');
      out.text(csv_field(result.by));
      out.letter(',');
      out.number(instance.score);
      out.letter(',');
      out.integer(instance.predicted);
      out.letter(',');
      out.text(csv_field(result.class_names[instance.predicted]));
      out.letter(',');
      if (instance.label) out.integer(*instance.label);
      out.letter(',');
      if (instance.label) out.text(csv_field(result.class_names[*instance.label]));
      out.letter(',');
      out.text(csv_field(result.class_names[k]));
      for (const double value : {instance.mean[k], instance.variance.total[k],
                                 instance.variance.aleatoric[k], instance.variance.epistemic[k]}) {
        out.letter(',');
        out.number(value);
      }
      out.letter(',');
      out.text(name(instance.advice[k]));
      out.letter('\n');
    }
  }
  out.flush();
}

}  // namespace qualm::report
