// SPDX-License-Identifier: Apache-2.0
#include "report/json_conventions.h"
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

void write_instance(JsonDocument& json, const Explanation& instance, const ExplainResult& result) {
  const std::size_t n_classes = instance.mean.size();
  json.open();
  json.integer("row", instance.row);
  if (!instance.id.empty()) json.text("id", instance.id);
  json.number("score", instance.score);
  json.integer("predicted", instance.predicted);
  json.text("predicted_name", result.class_names[instance.predicted]);
  if (instance.label) {
    json.integer("label", *instance.label);
    json.text("label_name", result.class_names[*instance.label]);
  }
  json.numbers("mean", instance.mean);
  json.open_list("members");
  for (std::size_t i = 0; i < instance.members.size(); i += n_classes) {
    json.numbers({}, std::span(instance.members).subspan(i, n_classes));
  }
  json.close_list();
  json.open("per_class");
  for (const Part part : all_parts) json.numbers(name(part), get(instance.variance, part));
  json.close();
  std::vector<std::string> advice;
  for (const Advice each : instance.advice) advice.emplace_back(name(each));
  json.texts("advice", advice);
  std::vector<std::string> wavers_between;
  for (const std::size_t k : instance.wavers_between) {
    wavers_between.push_back(result.class_names[k]);
  }
  json.texts("wavers_between", wavers_between);
  json.text("words", in_words(instance, result.class_names));
  json.close();
}

}  // namespace

void write_explain_json(io::Sink& sink, const ExplainResult& result, const MeasureInfo& info,
                        const TableStyle& /*style*/) {
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.explain/1");
  json.text("qualm_version", QUALM_VERSION);
  json.integer("instances", result.n_rows);
  json.integer("runs", result.n_runs);
  json.text("by", result.by);
  json.texts("class_names", result.class_names);
  json.open("conventions");
  measure_conventions(json, info);
  json.text("per_class", "variance");
  json.close();
  json.open_list("rows");
  for (const Explanation& instance : result.instances) write_instance(json, instance, result);
  json.close_list();
  json.close();
  json.end();
}

void write_explain_jsonl(io::Sink& sink, const ExplainResult& result, const MeasureInfo& /*info*/,
                         const TableStyle& /*style*/) {
  JsonDocument json(sink, JsonLayout::lines);
  for (const Explanation& instance : result.instances) {
    write_instance(json, instance, result);
    json.end_line();
  }
  json.flush();
}

}  // namespace qualm::report
