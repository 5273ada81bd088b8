// SPDX-License-Identifier: Apache-2.0
#include "state/described.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

namespace qualm::state {
namespace {

using Facts = std::vector<Fact>;

template <class T>
std::string text(const std::vector<T>& values) {
  return fmt::format("{}", fmt::join(values, ","));
}
std::string text(bool value) {
  return value ? "true" : "false";
}

void add_bootstrap(Facts& facts, const BootstrapOptions& options) {
  facts.push_back({"bootstrap", std::to_string(options.replicates)});
  facts.push_back({"seed", std::to_string(options.seed)});
}

Facts options(const MeasureState& /*state*/) {
  return {};
}

Facts options(const RejectState& state) {
  const RejectOptions& of = state.options;
  Facts facts = {{"portions", of.portions.empty() ? "exact" : text(of.portions)},
                 {"max_points", std::to_string(of.max_points)},
                 {"band", std::string(name(of.band))},
                 {"band_ddof", std::to_string(of.band_ddof)},
                 {"coverages", text(of.coverages)},
                 {"risk", text(of.risks)},
                 {"area", std::string(name(of.area))},
                 {"optimum", std::string(name(of.optimum))},
                 {"bins", std::to_string(of.n_bins)},
                 {"binning", std::string(name(of.binning))},
                 {"intervals", text(of.intervals_in_table)},
                 {"guarantee", of.guarantee ? fmt::format("risk={},delta={}", of.guarantee->risk,
                                                          of.guarantee->delta)
                                            : "none"},
                 {"guarantee_method", std::string(name(of.guarantee_method))}};
  add_bootstrap(facts, of.bootstrap);
  std::string calibration = "none";
  if (const auto* share = std::get_if<double>(&state.calibration)) {
    calibration = fmt::format("{}", *share);
  }
  if (const auto* rows = std::get_if<GivenNumbers>(&state.calibration)) {
    // Too many to be listed in a message.
    const io::Numbers numbers = rows->read();
    calibration = fmt::format("{} given by number (hash {:x})", numbers.values.size(),
                              std::hash<std::string>()(text(numbers.values)));
  }
  facts.push_back({"calibration rows", std::move(calibration), false});
  return facts;
}

Facts options(const OodState& state) {
  Facts facts = {{"fpr95_of_in", text(state.options.fpr_target == Target::negatives)},
                 {"bins", std::to_string(state.options.n_bins)}};
  add_bootstrap(facts, state.options.bootstrap);
  std::vector<std::string> sets;
  for (const OodSet& set : state.tables.out) sets.push_back(set.name);
  facts.push_back({"sets", text(sets), false});
  return facts;
}

void add_table(Facts& facts, const ScoreTable& table) {
  if (table.names.empty()) return;
  facts.push_back({"scores", text(table.names), false});
  facts.push_back({"runs", std::to_string(table.runs.size()), false});
}

void add_tables(Facts& /*facts*/, const MeasureState& /*state*/) {}
void add_tables(Facts& facts, const RejectState& state) {
  add_table(facts, state.table);
}
void add_tables(Facts& facts, const OodState& state) {
  const ScoreTable* table = &state.tables.in;
  for (const OodSet& set : state.tables.out) {
    if (table->names.empty()) table = &set.table;
  }
  add_table(facts, *table);
}

void add_info(Facts& facts, const report::MeasureInfo& info) {
  facts.push_back({"members", std::to_string(info.n_members), false});
  facts.push_back({"n_classes", std::to_string(info.n_classes)});
  facts.push_back({"class_names", text(info.class_names)});
  facts.push_back({"runs", std::to_string(info.n_runs), false});
  facts.push_back({"axes", info.axes});
  facts.push_back({"input", std::string(name(info.input))});
  facts.push_back(
      {"member_weights", info.member_weights.empty() ? "equal" : text(info.member_weights)});
  const MeasureOptions& options = info.options;
  std::vector<std::string> measures;
  for (const Measure& measure : options.measures) measures.push_back(measure.name());
  facts.push_back({"measures", text(measures)});
  facts.push_back(
      {"class_weights", options.class_weights.empty() ? "one" : text(options.class_weights)});
  facts.push_back({"log_base", std::string(name(options.log_base))});
  facts.push_back({"normalized", text(options.normalized)});
  facts.push_back({"corrected", text(options.corrected)});
  facts.push_back({"per_class", text(options.per_class)});
  facts.push_back({"ordered", text(options.ordered)});
  facts.push_back({"extras", options.extras.empty() ? "none" : text(options.extras)});
  facts.push_back({"ids", info.ids.empty() ? "none" : "given"});
  facts.push_back({"labels", info.labels.empty() ? "none" : "given"});
}

}  // namespace

std::vector<Fact> options_of(const State& state) {
  return std::visit([](const auto& content) { return options(content); }, state.content);
}

std::vector<Fact> ensemble_of(const State& state) {
  Facts facts;
  if (state.info) add_info(facts, *state.info);
  std::visit([&](const auto& content) { add_tables(facts, content); }, state.content);
  return facts;
}

}  // namespace qualm::state
