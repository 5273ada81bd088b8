// SPDX-License-Identifier: Apache-2.0
#include "report/json_conventions.h"

namespace qualm::report {

void measure_conventions(JsonDocument& json, const MeasureInfo& info) {
  json.text("axes", info.axes);
  json.text("input", name(info.input));
  json.integer("members", info.n_members);
  json.integer("classes", info.n_classes);
  json.text("log_base", name(info.options.log_base));
  json.boolean("normalized", info.options.normalized);
  json.boolean("corrected", info.options.corrected);
  json.boolean("ordered", info.options.ordered);
  if (!info.options.class_weights.empty()) {
    json.numbers("class_weights", info.options.class_weights);
  }
  if (!info.member_weights.empty()) json.numbers("member_weights", info.member_weights);
}

}  // namespace qualm::report
