// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "qualm/report/axioms.h"
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::string_view why_not_finite(double value) {
  return std::isnan(value) ? "not a number" : value > 0 ? "infinite" : "minus infinity";
}

std::string_view why_no_margin(const AxiomResult& result, double margin) {
  if (result.n_tried == 0) return "no case of the axiom was among those drawn: try more";
  return margin > 0 ? "no case has a finite difference" : "minus infinity: a value is infinite";
}

void write_atoms(JsonDocument& json, std::string_view key, const Atoms& atoms) {
  json.open(key);
  json.open_list("atoms");
  for (const std::vector<double>& point : atoms.points) json.numbers({}, point);
  json.close_list();
  json.numbers("weights", atoms.weights);
  json.close();
}

void write_instance(JsonDocument& json, const std::optional<Instance>& found) {
  if (!found) return json.null("counterexample");
  const Instance& instance = *found;
  json.open("counterexample");
  json.text("part", name(instance.part));
  write_atoms(json, "before", instance.before);
  if (instance.after) write_atoms(json, "after", *instance.after);
  json.numbers("class_weights", instance.class_weights);
  if (!instance.first_labels.empty()) {
    const std::vector<double> labels(instance.first_labels.begin(), instance.first_labels.end());
    json.numbers("first_labels", labels);
  }
  json.text("demanded",
            instance.left_name + " " + std::string(instance.relation) + " " + instance.right_name);
  json.number("left", instance.left, why_not_finite(instance.left));
  json.number("right", instance.right, why_not_finite(instance.right));
  json.close();
}

void write_result(JsonDocument& json, const AxiomResult& result) {
  if (result.parts.empty()) {
    json.null("verdict");
    json.text("reason", "the measure has no part that the axiom is about");
    return;
  }
  json.text("verdict", name(result.verdict));
  json.text("by", result.proof.empty() ? "search" : "proof");
  json.integer("tried", result.n_tried);
  json.open("parts");
  for (const PartVerdict& each : result.parts) {
    json.open(name(each.part));
    json.text("verdict", name(each.verdict));
    json.number("smallest_margin", each.smallest_margin,
                why_no_margin(result, each.smallest_margin));
    write_instance(json, each.counterexample);
    json.close();
  }
  json.close();
  if (!result.proof.empty()) json.text("proof", result.proof);
  write_instance(json, result.counterexample);
}

}  // namespace

void write_maximizer(Format format, io::Sink& sink, std::span<const double> class_weights) {
  const std::vector<double> beta = variance_maximizer(class_weights);
  double reached = 0;
  for (std::size_t k = 0; k < beta.size(); ++k) {
    reached += class_weights[k] * beta[k] * (1 - beta[k]);
  }
  if (format != Format::json) {
    sink.write(fmt::format("beta = {}\nsum of w_k beta_k (1 - beta_k) = {}\n",
                           fmt::join(beta, ", "), reached));
    return;
  }
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.beta/1");
  json.numbers("class_weights", class_weights);
  json.numbers("beta", beta);
  json.number("variance", reached);
  json.close();
  json.end();
}

void write_axiom_json(io::Sink& sink, std::span<const AxiomReport> reports,
                      const AxiomOptions& options, const TableStyle& /*style*/) {
  JsonDocument json(sink);
  json.open();
  json.text("schema", "qualm.axioms/1");
  json.text("qualm_version", QUALM_VERSION);
  json.integer("seed", options.seed);
  json.integer("cases", options.n_cases);
  if (!options.own_weights.empty()) json.numbers("class_weights", options.own_weights);
  json.open("measures");
  for (const AxiomReport& report : reports) {
    json.open(report.measure);
    for (std::size_t i = 0; i < report.equal.size(); ++i) {
      json.open(report.equal[i].axiom);
      write_result(json, report.equal[i]);
      if (!report.unequal.empty()) {
        json.open("unequal_weights");
        write_result(json, report.unequal[i]);
        json.close();
      }
      json.close();
    }
    json.close();
  }
  json.close();
  json.close();
  json.end();
}

}  // namespace qualm::report
