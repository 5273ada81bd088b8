// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include "bind.h"
#include "choice.h"
#include "errors.h"
#include "foreign_scores.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

RejectJob make_job(std::vector<double> portions, std::size_t max_points, const std::string& band,
                   unsigned band_ddof, std::vector<double> coverages, std::vector<double> risks,
                   std::size_t n_bins, const std::string& area, const std::string& optimum,
                   const std::string& binning, std::size_t replicates,
                   std::optional<std::pair<double, double>> guarantee,
                   const std::string& guarantee_method, std::optional<double> calibration_share,
                   std::uint64_t seed, unsigned threads) {
  RejectJob job;
  RejectOptions& options = job.options;
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
  options.guarantee_method =
      choose("guarantee_method", guarantee_method,
             {GuaranteeMethod::fixed_sequence, GuaranteeMethod::binary_search});
  if (guarantee) options.guarantee = GuaranteeRequest{guarantee->first, guarantee->second};
  if (calibration_share) job.calibration = *calibration_share;
  return job;
}

// Judges the scores of the predictions, if there are any, and anybody's beside them.
Result run_reject(const Source* source, const MeasureOptions& measures,
                  std::vector<std::string> scores, const NamedObjects& foreign,
                  const py::object& correct, const py::object& calibration_rows, RejectJob job) {
  if (source != nullptr) job.measured = source->job(measures);
  job.scores = std::move(scores);
  job.given = given_scores(foreign);
  if (!correct.is_none()) job.correct = given_numbers(correct, "correct");
  if (!calibration_rows.is_none()) {
    job.calibration = given_numbers(calibration_rows, "calibration");
  }
  const py::gil_scoped_release release;
  Watch watch;
  const auto found = std::make_shared<const Outcome<RejectResult>>(run(job, watch.listener()));
  const auto info = report::measure_info(found->measured);
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_reject(format, sink, found->result, info, style);
          },
          [=] { return report::reject_curves_figure(found->result); },
          [=] { return report::reject_figure(found->result); }, watch.notes};
}

}  // namespace

void bind_reject(py::module_& module) {
  py::class_<RejectJob>(module, "RejectJob")
      .def(py::init(&make_job), py::kw_only(), py::arg("portions"), py::arg("max_points"),
           py::arg("band"), py::arg("band_ddof"), py::arg("coverages"), py::arg("risks"),
           py::arg("n_bins"), py::arg("area"), py::arg("optimum"), py::arg("binning"),
           py::arg("replicates"), py::arg("guarantee"), py::arg("guarantee_method"),
           py::arg("calibration_share"), py::arg("seed"), py::arg("threads"));
  module.def("reject", &run_reject, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("scores"), py::arg("foreign"), py::arg("correct"), py::arg("calibration_rows"),
             py::arg("job"));
  module.def("paper_portions", &paper_portions);
}

}  // namespace qualm::python
