// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "foreign_scores.h"
#include "qualm/error.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

Result make_result(const ScoreTable& in, const std::vector<OodSet>& sets, const OodOptions& options,
                   const std::optional<report::MeasureInfo>& info) {
  const auto result =
      std::make_shared<const OodResult>(ood(in, sets, options, until_interrupted()));
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_ood(format, sink, *result, info, style);
          },
          [=] { return report::ood_roc_figure(*result); },
          [=] { return report::ood_figure(*result); }};
}

OodOptions make_ood_options(bool fpr95_of_in, std::size_t n_bins, std::size_t replicates,
                            std::uint64_t seed, unsigned threads) {
  OodOptions options;
  options.fpr_target = fpr95_of_in ? Target::negatives : Target::positives;
  options.n_bins = n_bins;
  options.bootstrap.replicates = replicates;
  options.bootstrap.seed = seed;
  options.bootstrap.threads = threads;
  return options;
}

// Our scores of predictions.
Result ood_of_predictions(const Source& in,
                          const std::vector<std::pair<std::string, const Source*>>& out,
                          const MeasureOptions& measures, const std::vector<std::string>& scores,
                          const OodOptions& options) {
  const py::gil_scoped_release release;
  const std::vector<Part> epistemic{Part::epistemic};
  const ScoreRequest request{scores.empty()
                                 ? scores_of(measures.measures, epistemic)
                                 : parse_scores(scores, in.set().class_names(), measures.measures),
                             measures};
  for (const auto& [name, source] : out) check_same_ensemble(in.set(), source->set(), name);
  const ScoreTable table = collect_scores(in.set(), request, until_interrupted());
  std::vector<OodSet> sets;
  for (const auto& [name, source] : out) {
    sets.push_back({name, collect_scores(source->set(), request, until_interrupted())});
  }
  Result result = make_result(table, sets, options, in.info(measures));
  if (in.set().renormalizes()) {
    std::size_t rescaled = table.renormalized_rows;
    for (const OodSet& set : sets) rescaled += set.table.renormalized_rows;
    result.notes = {note_on_rescaled_rows(rescaled)};
  }
  InfiniteRows infinite;
  infinite.add(table);
  for (const OodSet& set : sets) infinite.add(set.table);
  for (std::string& note : infinite.notes()) result.notes.push_back(std::move(note));
  return result;
}

ScoreTable table_of(std::vector<NamedScore> scores) {
  ScoreTable table;
  for (NamedScore& score : scores) add_score(table, score.name, std::move(score.values));
  return table;
}

// Anybody's scores.
Result ood_of_scores(const NamedObjects& in,
                     const std::vector<std::pair<std::string, NamedObjects>>& out,
                     const OodOptions& options) {
  const ScoreTable table = table_of(read_scores(in));
  std::vector<OodSet> sets;
  for (const auto& [name, objects] : out) sets.push_back({name, table_of(read_scores(objects))});
  const py::gil_scoped_release release;
  return make_result(table, sets, options, std::nullopt);
}

}  // namespace

void bind_ood(py::module_& module) {
  py::class_<OodOptions>(module, "OodOptions")
      .def(py::init(&make_ood_options), py::kw_only(), py::arg("fpr95_of_in"), py::arg("n_bins"),
           py::arg("replicates"), py::arg("seed"), py::arg("threads"));
  module.def("ood_of_predictions", &ood_of_predictions, py::kw_only(), py::arg("inside"),
             py::arg("outside"), py::arg("options"), py::arg("scores"), py::arg("setup"));
  module.def("ood_of_scores", &ood_of_scores, py::kw_only(), py::arg("inside"), py::arg("outside"),
             py::arg("setup"));
}

}  // namespace qualm::python
