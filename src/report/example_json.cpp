// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

void write_parts(JsonDocument& json, const PartValues& values) {
  for (const Part part : all_parts) json.number(name(part), get(values, part));
}

}  // namespace

void write_example_json(io::Sink& sink, std::span<const ExampleRow> rows,
                        const TableStyle& /*style*/) {
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.examples/1");
  json.text("qualm_version", QUALM_VERSION);
  json.open_list("rows");
  for (const ExampleRow& row : rows) {
    json.open();
    json.text("name", row.named.name);
    json.text("distribution", row.named.distribution.text());
    json.integer("classes", row.named.distribution.n_classes());
    json.numbers("mean", row.named.distribution.mean());
    for (const DistributionMeasure& each : row.measures) {
      json.open(each.measure.name());
      json.text("unit", each.unit);
      write_parts(json, each.values);
      json.open("error");
      write_parts(json, each.errors);
      json.close();
      json.close();
    }
    json.close();
  }
  json.close_list();
  json.close();
  json.end();
}

}  // namespace qualm::report
