// SPDX-License-Identifier: Apache-2.0
#include "page/summary_json.h"

#include "page/overview_json.h"
#include "page/summary_options.h"
#include "page/text_sink.h"
#include "qualm/report.h"

namespace qualm::page {
namespace {

std::string reject_json(const State& state, const Weighted& weighted,
                        const report::MeasureInfo& info, const Progress& progress) {
  const ScoreTable& table = weighted.sets[0].table;
  RejectOptions options;
  options.portions = slider_portions();
  options.n_bins = n_bins;
  options.bootstrap.seed = state.request.seed;
  options.bootstrap.threads = weighted.measures.threads;
  TextSink sink;
  report::write_reject(report::Format::json, sink, reject(table, options, nullptr, progress), info);
  return std::move(sink.text);
}

std::string ood_json(const State& state, const Weighted& weighted, const report::MeasureInfo& info,
                     const Progress& progress) {
  std::vector<OodSet> sets;
  for (std::size_t s = 1; s < weighted.sets.size(); ++s) {
    sets.push_back({state.request.sets[s].name, weighted.sets[s].table});
  }
  OodOptions options;
  options.n_bins = n_bins;
  TextSink sink;
  report::write_ood(report::Format::json, sink,
                    ood(weighted.sets[0].table, sets, options, progress), info);
  return std::move(sink.text);
}

}  // namespace

std::string summary_json(const State& state, const Weighted& weighted, const Progress& progress) {
  const report::MeasureInfo info =
      report::measure_info(*state.request.sets[0].predictions, weighted.measures);
  const bool has_labels = weighted.sets[0].has_labels();
  const bool has_others = weighted.sets.size() > 1;
  return "{\"page\":" + overview_json(state, weighted) +
         ",\"reject\":" + (has_labels ? reject_json(state, weighted, info, progress) : "null") +
         ",\"ood\":" + (has_others ? ood_json(state, weighted, info, progress) : "null") + "}";
}

}  // namespace qualm::page
