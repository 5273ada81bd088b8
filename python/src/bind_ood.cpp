// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <utility>

#include "bind.h"
#include "errors.h"
#include "foreign_scores.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

Result run_ood(const OodJob& job) {
  return run_job(job, report::write_ood, report::ood_roc_figure, report::ood_figure);
}

OodOptions make_ood_options(const py::kwargs& given) {
  OodOptions options;
  if (given["fpr95_of_in"].cast<bool>()) options.fpr_target = Target::negatives;
  options.n_bins = given["n_bins"].cast<std::size_t>();
  set_bootstrap(options.bootstrap, given);
  return options;
}

// Our scores of predictions.
Result ood_of_predictions(const Source& in, const NamedSources& out, const MeasureOptions& measures,
                          std::vector<std::string> scores, const OodOptions& options) {
  return run_ood({in.job(measures), {}, others_of(out), std::move(scores), options});
}

// Anybody's scores.
Result ood_of_scores(const NamedObjects& in,
                     const std::vector<std::pair<std::string, NamedObjects>>& out,
                     std::vector<std::string> scores, const OodOptions& options) {
  OodJob job{{}, given_scores(in), {}, std::move(scores), options};
  for (const auto& [name, objects] : out)
    job.others.push_back({name, {}, {}, given_scores(objects)});
  return run_ood(job);
}

}  // namespace

void bind_ood(py::module_& module) {
  py::class_<OodOptions>(module, "OodOptions").def(py::init(&make_ood_options));
  module.def("ood_of_predictions", &ood_of_predictions, py::kw_only(), py::arg("inside"),
             py::arg("outside"), py::arg("options"), py::arg("scores"), py::arg("setup"));
  module.def("ood_of_scores", &ood_of_scores, py::kw_only(), py::arg("inside"), py::arg("outside"),
             py::arg("scores"), py::arg("setup"));
}

}  // namespace qualm::python
