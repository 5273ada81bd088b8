// SPDX-License-Identifier: Apache-2.0
#include "page/overview_json.h"

#include <limits>
#include <numeric>

#include "page/density.h"
#include "page/row_block.h"
#include "page/summary_options.h"
#include "page/text_sink.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/intervals.h"
#include "qualm/evaluation/rejection.h"
#include "report/json_conventions.h"
#include "report/json_document.h"

namespace qualm::page {
namespace {

/// The mean of a score over rows; over runs, or with the interval of one run.
Estimate mean_of(const ScoreTable& table, std::size_t score) {
  std::vector<Figure> runs;
  for (const RunScores& run : table.runs) {
    const Column<double>& values = run.columns[score];
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    runs.push_back({sum / static_cast<double>(values.size()), {}});
  }
  return estimate(runs, not_negative, mean_interval(table.runs[0].columns[score]));
}

class Overview {
 public:
  Overview(io::Sink& sink, const State& state, const Weighted& weighted)
      : json_(sink), state_(state), weighted_(weighted) {}

  void write() {
    const PredictionSet& first = *state_.request.sets[0].predictions;
    json_.open();
    json_.text("schema", "qualm.page/1");
    json_.text("qualm_version", QUALM_VERSION);
    json_.integer("members", first.n_members());
    json_.integer("runs", first.n_runs());
    json_.texts("class_names", first.class_names());
    const std::vector<double> ones(first.n_classes(), 1.0);
    const std::vector<double>& weights = weighted_.measures.class_weights;
    json_.numbers("class_weights", weights.empty() ? ones : weights);
    json_.texts("scores", state_.names);
    families();
    sets();
    if (weighted_.sets[0].has_labels()) accuracy();
    thresholds();
    densities();
    conventions();
    json_.close();
    json_.end();
  }

 private:
  void families() {
    const std::vector<Measure> in_blocks = block_families(weighted_.measures);
    json_.open_list("families");
    for (const Measure& each : weighted_.measures.measures) {
      json_.open();
      json_.text("name", each.name());
      json_.text("unit", unit_of(each, weighted_.measures));
      json_.text("summary", each.family().summary);
      json_.boolean("label_wise", each.family().label_wise);
      json_.close();
    }
    json_.close_list();
    std::vector<std::string> names;
    for (const Measure& each : in_blocks) names.push_back(each.name());
    json_.texts("block_families", names);
  }

  void sets() {
    json_.open_list("sets");
    for (std::size_t s = 0; s < weighted_.sets.size(); ++s) {
      const Source& source = state_.request.sets[s];
      const ScoreTable& table = weighted_.sets[s].table;
      json_.open();
      json_.text("name", source.name);
      json_.texts("files", source.files);
      json_.integer("instances", table.n_rows);
      json_.boolean("labels", weighted_.sets[s].has_labels());
      json_.boolean("pictures", source.pictures != nullptr);
      json_.open("means");
      for (std::size_t i = 0; i < table.names.size(); ++i) {
        const Estimate mean = mean_of(table, i);
        json_.open(table.names[i]);
        json_.estimate("mean", mean, table.runs.size() > 1);
        json_.interval("ci95", mean.ci95);
        json_.close();
      }
      json_.close();
      if (!weighted_.sets[s].has_labels()) histograms(weighted_.sets[s]);
      json_.close();
    }
    json_.close_list();
  }

  void histograms(const ScoredSet& set) {
    const std::vector<std::uint8_t> alike(set.table.n_rows, 0);
    json_.open("histograms");
    for (std::size_t i = 0; i < set.table.names.size(); ++i) {
      const Histogram bins = histogram(Tally(Ranking(set.score(i)), alike), n_bins);
      json_.open(set.table.names[i]);
      json_.numbers("edges", bins.edges);
      json_.numbers("share", bins.negative);
      json_.close();
    }
    json_.close();
  }

  void accuracy() {
    const std::vector<RunScores>& runs = weighted_.sets[0].table.runs;
    if (runs.size() > 1) return;  // the document of `reject` has the interval over runs
    const Column<std::uint8_t>& wrong = runs[0].wrong;
    const auto n_wrong = std::accumulate(wrong.begin(), wrong.end(), std::uint64_t{0});
    json_.interval("accuracy_ci95", accuracy_interval(n_wrong, wrong.size()));
  }

  /// For every step of the slider the score of the most uncertain row that is kept.
  void thresholds() {
    const ScoredSet& set = weighted_.sets[0];
    json_.open("thresholds");
    for (std::size_t i = 0; i < set.table.names.size(); ++i) {
      std::vector<double> descending(set.table.n_rows);
      for (std::size_t row = 0; row < descending.size(); ++row) {
        descending[set.ranks[i][row]] = set.score(i)[row];
      }
      std::vector<double> values;
      for (const double portion : slider_portions()) {
        const std::uint64_t n = n_rejected(descending.size(), portion);
        values.push_back(n < descending.size() ? descending[n]
                                               : std::numeric_limits<double>::quiet_NaN());
      }
      json_.numbers(set.table.names[i], values);
    }
    json_.close();
  }

  void densities() {
    json_.open_list("densities");
    for (std::size_t f = 0; f < state_.n_families(); ++f) {
      const Measure& measure = weighted_.measures.measures[f];
      const auto x = score_of(weighted_.sets[0], measure, Part::aleatoric);
      const auto y = score_of(weighted_.sets[0], measure, Part::epistemic);
      const Density plane = x && y ? density(weighted_.sets, *x, *y) : Density{};
      json_.open();
      json_.integer("bins", Density::n_bins);
      json_.number("aleatoric", plane.greatest_aleatoric);
      json_.number("epistemic", plane.greatest_epistemic);
      json_.open_list("groups");
      for (const Density::Group& group : plane.groups) {
        json_.open();
        json_.integer("set", group.set);
        if (group.wrong >= 0) json_.boolean("wrong", group.wrong == 1);
        json_.numbers("counts", group.counts);
        json_.close();
      }
      json_.close_list();
      json_.close();
    }
    json_.close_list();
  }

  void conventions() {
    json_.open("conventions");
    report::measure_conventions(
        json_, report::measure_info(*state_.request.sets[0].predictions, weighted_.measures));
    json_.close();
  }

  report::JsonDocument json_;
  const State& state_;
  const Weighted& weighted_;
};

}  // namespace

std::string overview_json(const State& state, const Weighted& weighted) {
  TextSink sink;
  Overview(sink, state, weighted).write();
  return std::move(sink.text);
}

}  // namespace qualm::page
