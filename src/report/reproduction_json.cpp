// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

void write_number(JsonDocument& json, const ReproducedNumber& number) {
  json.open();
  json.text("what", number.what);
  json.figure("value", number.ours.value);
  json.figure("std", number.ours.std);
  json.interval("ci95", number.ours.ci95);
  if (number.published) {
    json.open("published");
    json.number("value", number.published->value);
    if (number.published->std) {
      json.number("std", *number.published->std);
    } else {
      json.null("std");
    }
    if (!number.published->remark.empty()) json.text("remark", number.published->remark);
    json.close();
  } else {
    json.null("published");
  }
  json.figure("deviation", number.deviation());
  json.close();
}

void write_training(JsonDocument& json, const ReproducedTraining& training) {
  json.open();
  json.text("dataset", training.dataset);
  json.text("data_sha256", training.plan.data_sha256);
  json.text("model", training.plan.model);
  json.integer("runs", training.runs);
  json.integer("members", training.members);
  json.integer("epochs", training.plan.epochs);
  json.integer("batch_size", training.plan.batch_size);
  json.integer("pictures", training.plan.n_rows);
  json.number("seconds", training.seconds);
  json.numbers("member_accuracies", training.test_accuracies);
  json.texts("cut", training.cuts());
  json.close();
}

}  // namespace

void write_reproduction_json(io::Sink& sink, const Reproduction& result,
                             const TableStyle& /*style*/) {
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.reproduction/1");
  json.text("qualm_version", QUALM_VERSION);
  json.text("experiment", result.experiment);
  json.text("scale", name(result.scale));
  json.text("command", result.command);
  json.integer("seed", result.seed);
  json.number("seconds", result.seconds);
  if (result.test_rows > 0) {
    json.integer("test_rows", result.test_rows);
  } else {
    json.null("test_rows");
  }
  json.open_list("numbers");
  for (const ReproducedNumber& number : result.numbers) write_number(json, number);
  json.close_list();
  json.open_list("trainings");
  for (const ReproducedTraining& training : result.trainings) write_training(json, training);
  json.close_list();
  json.texts("missing", result.missing);
  json.texts("notes", result.notes);
  json.close();
  json.end();
}

}  // namespace qualm::report
