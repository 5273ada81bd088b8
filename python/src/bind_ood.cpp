// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
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
  const py::gil_scoped_release release;
  Watch watch;
  const auto found = std::make_shared<const Outcome<OodResult>>(run(job, watch.listener()));
  const auto info = report::measure_info(found->measured);
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_ood(format, sink, found->result, info, style);
          },
          [=] { return report::ood_roc_figure(found->result); },
          [=] { return report::ood_figure(found->result); }, watch.notes};
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
  py::class_<OodOptions>(module, "OodOptions")
      .def(py::init(&make_ood_options), py::kw_only(), py::arg("fpr95_of_in"), py::arg("n_bins"),
           py::arg("replicates"), py::arg("seed"), py::arg("threads"));
  module.def("ood_of_predictions", &ood_of_predictions, py::kw_only(), py::arg("inside"),
             py::arg("outside"), py::arg("options"), py::arg("scores"), py::arg("setup"));
  module.def("ood_of_scores", &ood_of_scores, py::kw_only(), py::arg("inside"), py::arg("outside"),
             py::arg("scores"), py::arg("setup"));
}

}  // namespace qualm::python
