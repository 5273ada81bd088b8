// SPDX-License-Identifier: Apache-2.0
#include "state/valid.h"

#include <algorithm>
#include <cmath>

#include "qualm/error.h"
#include "state/pack.h"

namespace qualm::state {
namespace {

void require(bool holds) {
  if (!holds) throw_data("damaged: its numbers are inconsistent");
}

/// One value per row, or none at all.
template <class T>
void require_rows(const Column<T>& values, std::size_t n_rows) {
  require(values.empty() || values.size() == n_rows);
}

bool are_flags(const Column<std::uint8_t>& values) {
  return std::all_of(values.begin(), values.end(), [](std::uint8_t flag) { return flag <= 1; });
}

/// A part that the family lacks has no values. All parts have as many.
void check_parts(const Parts& parts, std::size_t n_values, const Family& family) {
  for (const Part part : all_parts) {
    require(get(parts, part).size() == (family.has(part) ? n_values : 0));
  }
}

void check_family(const FamilyResult& of, const Measures& measures) {
  check_parts(of.parts, measures.n_instances, of.measure.family());
  const bool has_classes = !measures.mean.empty() && of.measure.family().label_wise;
  check_parts(of.per_class, has_classes ? measures.mean.size() : 0, of.measure.family());
  for (const ExtraResult& extra : of.extras) require(extra.values.size() == measures.n_instances);
}

}  // namespace

void check(const ScoreTable& table) {
  const std::size_t n = table.n_rows;
  if (table.names.empty()) return require(n == 0);
  require(!table.runs.empty());
  const bool has_predictions = !table.runs[0].predicted.empty();
  for (const RunScores& run : table.runs) {
    require(run.columns.size() == table.names.size());
    for (const Column<double>& column : run.columns) {
      require(column.size() == n);
      require(std::none_of(column.begin(), column.end(), [](double x) { return std::isnan(x); }));
    }
    require_rows(run.predicted, n);
    require(run.predicted.empty() != has_predictions || n == 0);
    require_rows(run.wrong, n);
    const CalibrationRows& rows = run.calibration;
    require_rows(rows.correct, n);
    for (const Column<double>* column :
         {&rows.confidence, &rows.true_probability, &rows.squared_error}) {
      require(column->size() == rows.correct.size());
      require(std::all_of(column->begin(), column->end(),
                          [](double x) { return x >= 0 && x <= 1000; }));
    }
    require(are_flags(run.wrong) && are_flags(rows.correct));
    require(run.wrong.size() == table.runs[0].wrong.size());
    require(rows.correct.size() == table.runs[0].calibration.correct.size());
  }
}

void check(const MeasuredBlock& block) {
  const Measures& measures = block.measures;
  if (measures.families.empty()) return require(measures.n_instances == 0);
  require(measures.predicted.size() == measures.n_instances);
  require(measures.n_classes > 0);
  require(std::all_of(measures.predicted.begin(), measures.predicted.end(),
                      [&](std::uint32_t k) { return k < measures.n_classes; }));
  // By division: a product of what a file says may overflow.
  require(measures.mean.empty() ||
          (measures.mean.size() % measures.n_classes == 0 &&
           measures.mean.size() / measures.n_classes == measures.n_instances));
  for (const FamilyResult& family : measures.families) check_family(family, measures);
  require(block.deviation.empty() || block.deviation.size() == measures.families.size());
  for (std::size_t f = 0; f < block.deviation.size(); ++f) {
    check_parts(block.deviation[f], measures.n_instances, measures.families[f].measure.family());
  }
}

namespace {

void check_info(const report::MeasureInfo& info) {
  check_choice(info.input, 5);
  check_choice(info.options.log_base, 3);
  require(info.n_classes > 0 && info.class_names.size() == info.n_classes);
  require(!info.options.measures.empty());
  require(info.ids.empty() || info.ids.size() == info.n_instances);
  require(info.labels.empty() || info.labels.size() == info.n_instances);
  for (const std::uint32_t label : info.labels) require(label < info.n_classes);
}

void check_bootstrap(const BootstrapOptions& options) {
  require(options.replicates <= 1'000'000 && options.level > 0 && options.level < 1);
}

constexpr std::size_t most_bins = 100'000;

void check_content(const MeasureState& state, const report::MeasureInfo* info) {
  check(state.block);
  const Measures& measures = state.block.measures;
  if (measures.families.empty()) return;
  require(info != nullptr && info->n_instances == measures.n_instances &&
          info->n_classes == measures.n_classes);
  const std::vector<Measure>& wanted = info->options.measures;
  require(std::equal(wanted.begin(), wanted.end(), measures.families.begin(),
                     measures.families.end(),
                     [](const Measure& a, const FamilyResult& b) { return a == b.measure; }));
  require(info->options.per_class == !measures.mean.empty());
  require((info->n_runs > 1) == !state.block.deviation.empty());
}

void check_content(const RejectState& state, const report::MeasureInfo* /*info*/) {
  const RejectOptions& options = state.options;
  check_choice(options.band, 3);
  check_choice(options.area, 2);
  check_choice(options.optimum, 2);
  check_choice(options.binning, 2);
  check_choice(options.guarantee_method, 2);
  require(options.n_bins >= 1 && options.n_bins <= most_bins);
  check_bootstrap(options.bootstrap);
  if (const auto* rows = std::get_if<GivenNumbers>(&state.calibration)) {
    check_choice(rows->numbers->dtype, 12);
  }
  check(state.table);
  for (const RunScores& run : state.table.runs) require(run.wrong.size() == state.table.n_rows);
}

void check_content(const OodState& state, const report::MeasureInfo* /*info*/) {
  check_choice(state.options.fpr_target, 2);
  require(state.options.n_bins >= 1 && state.options.n_bins <= most_bins);
  check_bootstrap(state.options.bootstrap);
  check(state.tables.in);
  for (const OodSet& set : state.tables.out) check(set.table);
}

}  // namespace

void check(const State& state) {
  require(state.shard.number <= state.shard.of && (state.shard.number > 0) == (state.shard.of > 0));
  if (state.info) check_info(*state.info);
  const report::MeasureInfo* const info = state.info ? &*state.info : nullptr;
  std::visit([&](const auto& content) { check_content(content, info); }, state.content);
}

}  // namespace qualm::state
