// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "bind.h"
#include "choice.h"
#include "errors.h"
#include "foreign_scores.h"
#include "qualm/evaluation/labels.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

/// What `qualm reject` is told besides predictions and labels.
struct RejectSetup {
  RejectOptions options;
  std::optional<double> calibration_share;
  std::uint64_t seed = 0;
};

RejectSetup make_setup(std::vector<double> portions, std::size_t max_points,
                       const std::string& band, unsigned band_ddof, std::vector<double> coverages,
                       std::vector<double> risks, std::size_t n_bins, const std::string& area,
                       const std::string& optimum, const std::string& binning,
                       std::size_t replicates, std::optional<std::pair<double, double>> guarantee,
                       const std::string& guarantee_method, std::optional<double> calibration_share,
                       std::uint64_t seed, unsigned threads) {
  RejectSetup setup;
  RejectOptions& options = setup.options;
  options.portions = std::move(portions);
  options.max_points = max_points;
  options.band = choose("band", band, {Band::std, Band::sem, Band::t95});
  options.band_ddof = band_ddof;
  options.coverages = std::move(coverages);
  options.risks = std::move(risks);
  options.n_bins = n_bins;
  options.area = choose("area", area, {AreaRule::mean, AreaRule::trapezoid});
  options.optimum = choose("optimum", optimum, {Optimum::exact, Optimum::asymptotic});
  options.binning = choose("binning", binning, {Binning::equal_width, Binning::equal_mass});
  options.bootstrap.seed = seed;
  options.bootstrap.threads = threads;
  options.bootstrap.replicates = replicates;
  options.intervals_in_table = replicates > 0;
  const GuaranteeMethod method =
      choose("guarantee_method", guarantee_method,
             {GuaranteeMethod::fixed_sequence, GuaranteeMethod::binary_search});
  if (guarantee) options.guarantee = GuaranteeRequest{guarantee->first, guarantee->second, method};
  setup.calibration_share = calibration_share;
  setup.seed = seed;
  return setup;
}

std::optional<ScoreTable> split(const RejectSetup& setup, const std::vector<double>& rows,
                                bool is_mask, ScoreTable& table) {
  if (setup.calibration_share) {
    return take_rows(table, draw_rows(table.n_rows, *setup.calibration_share, setup.seed));
  }
  if (rows.empty()) return std::nullopt;
  const auto flags_of = is_mask ? flags_of_mask : flags_of_rows;
  return take_rows(table, flags_of(rows, table.n_rows, "calibration"));
}

// Judges the scores of the predictions, if there are any, and anybody's beside them.
Result reject_scores(const Source* source, const MeasureOptions& measures,
                     const std::vector<std::string>& scores, const NamedObjects& foreign,
                     const py::object& correct, const py::object& calibration_rows,
                     const RejectSetup& setup) {
  const std::vector<NamedScore> others = read_scores(foreign);
  std::vector<double> is_correct, rows;
  if (!correct.is_none()) is_correct = numbers_of(correct, "correct");
  bool is_mask = false;
  if (!calibration_rows.is_none()) {
    rows = numbers_of(calibration_rows, "calibration");
    is_mask = HeldArray(calibration_rows, "calibration").view().dtype == DType::boolean;
  }

  const py::gil_scoped_release release;
  ScoreTable table;
  std::optional<report::MeasureInfo> info;
  std::vector<std::string> notes;
  if (source != nullptr) {
    const PredictionSet& set = source->set();
    const ScoreRequest request{scores.empty()
                                   ? scores_of(measures.measures)
                                   : parse_scores(scores, set.class_names(), measures.measures),
                               measures, set.labels()};
    table = collect_scores(set, request, until_interrupted());
    info = source->info(measures);
    if (set.renormalizes()) notes = {note_on_rescaled_rows(table.renormalized_rows)};
    InfiniteRows infinite;
    infinite.add(table);
    for (std::string& note : infinite.notes()) notes.push_back(std::move(note));
  }
  for (const NamedScore& score : others) add_score(table, score.name, score.values);
  if (!correct.is_none()) {
    std::vector<std::uint8_t> flags = check_flags(is_correct, table.n_rows, "correct");
    for (std::uint8_t& flag : flags) flag = flag == 0 ? 1 : 0;
    table.runs[0].wrong = std::move(flags);
  }
  const std::optional<ScoreTable> calibration = split(setup, rows, is_mask, table);
  const auto result = std::make_shared<const RejectResult>(
      reject(table, setup.options, calibration ? &*calibration : nullptr, until_interrupted()));
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_reject(format, sink, *result, info, style);
          },
          [=] { return report::reject_curves_figure(*result); },
          [=] { return report::reject_figure(*result); }, std::move(notes)};
}

}  // namespace

void bind_reject(py::module_& module) {
  py::class_<RejectSetup>(module, "RejectSetup")
      .def(py::init(&make_setup), py::kw_only(), py::arg("portions"), py::arg("max_points"),
           py::arg("band"), py::arg("band_ddof"), py::arg("coverages"), py::arg("risks"),
           py::arg("n_bins"), py::arg("area"), py::arg("optimum"), py::arg("binning"),
           py::arg("replicates"), py::arg("guarantee"), py::arg("guarantee_method"),
           py::arg("calibration_share"), py::arg("seed"), py::arg("threads"));
  module.def("reject", &reject_scores, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("scores"), py::arg("foreign"), py::arg("correct"), py::arg("calibration_rows"),
             py::arg("setup"));
  module.def("paper_portions", &paper_portions);
}

}  // namespace qualm::python
