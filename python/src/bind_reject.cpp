// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <utility>

#include "bind.h"
#include "choice.h"
#include "errors.h"
#include "reject_job.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

RejectJob make_job(const py::kwargs& given) {
  const auto text = [&](const char* key) { return given[key].cast<std::string>(); };
  RejectJob job;
  RejectOptions& options = job.options;
  options.portions = given["portions"].cast<std::vector<double>>();
  options.max_points = given["max_points"].cast<std::size_t>();
  options.band = choose("band", text("band"), {Band::std, Band::sem, Band::t95});
  options.band_ddof = given["band_ddof"].cast<unsigned>();
  options.coverages = given["coverages"].cast<std::vector<double>>();
  options.risks = given["risks"].cast<std::vector<double>>();
  options.n_bins = given["n_bins"].cast<std::size_t>();
  options.area = choose("area", text("area"), {AreaRule::mean, AreaRule::trapezoid});
  options.optimum = choose("optimum", text("optimum"), {Optimum::exact, Optimum::asymptotic});
  options.binning = choose("binning", text("binning"), {Binning::equal_width, Binning::equal_mass});
  set_bootstrap(options.bootstrap, given);
  options.intervals_in_table = options.bootstrap.replicates > 0;
  options.guarantee_method =
      choose("guarantee_method", text("guarantee_method"),
             {GuaranteeMethod::fixed_sequence, GuaranteeMethod::binary_search});
  if (!given["guarantee"].is_none()) {
    const auto [risk, delta] = given["guarantee"].cast<std::pair<double, double>>();
    options.guarantee = {risk, delta};
  }
  if (!given["calibration_share"].is_none()) {
    job.calibration = given["calibration_share"].cast<double>();
  }
  return job;
}

Result run_reject(const Source* source, const MeasureOptions& measures,
                  std::vector<std::string> scores, const NamedObjects& foreign,
                  const py::object& correct, const py::object& calibration_rows, RejectJob job) {
  fill_job(job, source, measures, std::move(scores), foreign, correct, calibration_rows);
  return run_job(job, report::write_reject, report::reject_curves_figure, report::reject_figure);
}

}  // namespace

void fill_job(RejectJob& job, const Source* source, const MeasureOptions& measures,
              std::vector<std::string> scores, const NamedObjects& foreign,
              const py::object& correct, const py::object& calibration_rows) {
  if (source != nullptr) job.measured = source->job(measures);
  job.scores = std::move(scores);
  job.given = given_scores(foreign);
  if (!correct.is_none()) job.correct = given_numbers(correct, "correct");
  if (!calibration_rows.is_none()) {
    job.calibration = given_numbers(calibration_rows, "calibration");
  }
}

void bind_reject(py::module_& module) {
  py::class_<RejectJob>(module, "RejectJob").def(py::init(&make_job));
  module.def("reject", &run_reject, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("scores"), py::arg("foreign"), py::arg("correct"), py::arg("calibration_rows"),
             py::arg("job"));
  module.def("paper_portions", &paper_portions);
}

}  // namespace qualm::python
