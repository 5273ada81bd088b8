// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/text.h"
#include "report/csv_field.h"
#include "report/json_conventions.h"
#include "report/json_document.h"
#include "report/npz_arrays.h"
#include "report/text_buffer.h"
#include "report/text_layout.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::string heading(const LabelNext& result, std::size_t n_rows) {
  if (result.rows.empty()) return fmt::format("No row of {} has a {} above 0", n_rows, result.by);
  std::string text = fmt::format("The {} of {} with the highest {}",
                                 counted(result.rows.size(), "row"), n_rows, result.by);
  if (result.budget_per_class > 0) {
    text += fmt::format(", at most {} per predicted class", result.budget_per_class);
  }
  text += ": candidates for labelling";
  if (result.rows.size() == result.count) return text;
  return text + fmt::format("; there are no more ({} were requested)", result.count);
}

void write_row(JsonDocument& json, const RowToLabel& each, const LabelNext& result) {
  json.open();
  json.integer("row", each.row);
  if (!each.id.empty()) json.text("id", each.id);
  json.integer("predicted", each.predicted);
  json.text("predicted_name", result.class_names[each.predicted]);
  json.number("score", each.score);
  json.close();
}

}  // namespace

void write_label_next_table(io::Sink& sink, const LabelNext& result, const MeasureInfo& info,
                            const TableStyle& style) {
  std::string text = wrapped(heading(result, info.n_instances), style.width) + "\n";
  if (result.rows.empty()) return sink.write(text);
  text += "\n";
  TextTable table({info.ids.empty() ? "row" : "id", "predicted", result.by});
  for (const RowToLabel& each : result.rows) {
    table.row({{each.id.empty() ? std::to_string(each.row) : name_text(each.id, 40)},
               {name_text(result.class_names[each.predicted], 40)},
               {short_number(each.score)}});
  }
  sink.write(text + table.text(style.width, style.color));
}

void write_label_next_csv(io::Sink& sink, const LabelNext& result, const MeasureInfo& info,
                          const TableStyle& /*style*/) {
  TextBuffer out(sink);
  out.text(info.ids.empty() ? "row," : "row,id,");
  out.text("predicted,predicted_name,");
  out.text(csv_field(result.by));
  out.letter('\n');
  for (const RowToLabel& each : result.rows) {
    out.text(std::to_string(each.row));
    out.letter(',');
    if (!info.ids.empty()) out.text(csv_field(each.id) + ',');
    out.integer(each.predicted);
    out.letter(',');
    out.text(csv_field(result.class_names[each.predicted]));
    out.letter(',');
    out.number(each.score);
    out.letter('\n');
  }
  out.flush();
}

void write_label_next_json(io::Sink& sink, const LabelNext& result, const MeasureInfo& info,
                           const TableStyle& /*style*/) {
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.label_next/1");
  json.text("qualm_version", QUALM_VERSION);
  json.integer("instances", info.n_instances);
  json.text("by", result.by);
  json.texts("class_names", result.class_names);
  json.open("conventions");
  measure_conventions(json, info);
  json.close();
  json.open_list("rows");
  for (const RowToLabel& each : result.rows) write_row(json, each, result);
  json.close_list();
  json.close();
  json.end();
}

void write_label_next_jsonl(io::Sink& sink, const LabelNext& result, const MeasureInfo& /*info*/,
                            const TableStyle& /*style*/) {
  JsonDocument json(sink, JsonLayout::lines);
  for (const RowToLabel& each : result.rows) {
    write_row(json, each, result);
    json.end_line();
  }
  json.flush();
}

void write_label_next_npz(io::Sink& sink, const LabelNext& result, const MeasureInfo& info,
                          const TableStyle& /*style*/) {
  NpzArrays arrays;
  const std::size_t n = result.rows.size();
  arrays.integers("row", {n}, collected(result.rows, &RowToLabel::row));
  if (!info.ids.empty()) arrays.texts("ids", collected(result.rows, &RowToLabel::id));
  arrays.integers("predicted", {n}, collected(result.rows, &RowToLabel::predicted));
  arrays.numbers("score", {n}, collected(result.rows, &RowToLabel::score));
  arrays.texts("class_names", result.class_names);
  arrays.write(sink);
}

}  // namespace qualm::report
