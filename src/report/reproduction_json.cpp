// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

void write_test(JsonDocument& json, std::string_view key, const TwoSampleTest& test) {
  json.open(key);
  json.figure("difference", test.difference);
  json.interval("ci95", test.interval);
  json.figure("degrees_of_freedom", test.degrees_of_freedom);
  json.figure("p_value", test.p_value);
  if (!test.interval.method.empty()) json.text("method", test.interval.method);
  json.close();
}

void write_pooled(JsonDocument& json, const PooledSubsets& pooled) {
  json.open("pooled");
  json.number("mean", pooled.mean);
  json.number("std", pooled.std);
  json.integer("subsets", pooled.n_subsets);
  json.integer("members", pooled.n_members);
  json.integer("size", pooled.size);
  json.boolean("all_subsets", pooled.are_all);
  json.close();
}

void write_claim(JsonDocument& json, const ReproducedClaim& claim) {
  json.open();
  json.text("claim", claim.claim);
  json.text("what", claim.what);
  json.text("holds_if", claim.decision);
  json.figure("value", claim.value.value);
  json.interval("ci95", claim.value.ci95);
  if (!claim.value.ci95.method.empty()) json.text("method", claim.value.ci95.method);
  json.text("verdict", claim.verdict());
  json.close();
}

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
    if (number.published->std) json.integer("runs", number.published->n_runs);
    if (!number.published->remark.empty()) json.text("remark", number.published->remark);
    json.close();
  } else {
    json.null("published");
  }
  json.figure("deviation", number.deviation());
  if (!number.runs.empty()) json.numbers("runs", number.runs);
  if (number.published && number.published->std) write_test(json, "test", number.test());
  if (number.compared) write_test(json, "compared", *number.compared);
  if (number.pooled) write_pooled(json, *number.pooled);
  json.close();
}

void write_training(JsonDocument& json, const ReproducedTraining& training) {
  json.open();
  json.text("dataset", training.dataset);
  json.text("folder", training.folder);
  json.text("data_sha256", training.plan.data_sha256);
  json.text("model", training.plan.model);
  json.integer("runs", training.runs);
  json.integer("members", training.members);
  json.integer("epochs", training.plan.epochs);
  json.integer("batch_size", training.plan.batch_size);
  json.boolean("shuffle", training.plan.shuffle);
  json.text("optimizer", training.plan.optimizer);
  json.number("rate", training.plan.rate);
  json.open_list("rate_steps");
  for (const training::RateStep& step : training.plan.rate_steps) {
    json.open();
    json.integer("epoch", step.epoch);
    json.number("rate", step.rate);
    json.close();
  }
  json.close_list();
  json.number("momentum", training.plan.momentum);
  json.number("weight_decay", training.plan.weight_decay);
  json.integer("seed", training.plan.seed);
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
  if (!result.claims.empty()) {
    json.open_list("claims");
    for (const ReproducedClaim& claim : result.claims) write_claim(json, claim);
    json.close_list();
  }
  json.open_list("trainings");
  for (const ReproducedTraining& training : result.trainings) write_training(json, training);
  json.close_list();
  json.texts("missing", result.missing);
  json.texts("notes", result.notes);
  json.close();
  json.end();
}

}  // namespace qualm::report
