// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <optional>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "held_pictures.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

template <class Rows>
std::vector<double> scores_of(const Rows& rows) {
  std::vector<double> scores;
  for (const auto& each : rows) scores.push_back(each.score);
  return scores;
}

// `images` must lie in C order.
Result explain_rows(const Source& source, const MeasureOptions& measures, const std::string& by,
                    const std::string& of_class, std::optional<std::size_t> top,
                    std::optional<std::vector<std::string>> rows, const py::object& images) {
  const HeldPictures pictures(images, source.set().n_instances());
  const ExplainJob job{source.job(measures), by, of_class, top, std::move(rows), pictures.given()};
  const auto write = [](auto format, auto& sink, const auto& result, const auto& info,
                        auto& style) { report::write_explain(format, sink, result, *info, style); };
  const py::gil_scoped_release release;
  Watch watch;
  auto outcome = run(job, watch.listener());
  std::vector<double> scores = scores_of(outcome.result.instances);
  Result result = result_of(std::move(outcome.result), report::measure_info(outcome.measured),
                            write, report::explain_figure, report::explain_figure, watch.notes);
  result.scores = std::move(scores);
  return result;
}

Result rows_to_label(const Source& source, const MeasureOptions& measures, const std::string& by,
                     const std::string& of_class, std::size_t count, std::size_t budget) {
  ExplainJob job{source.job(measures), by, of_class};
  job.label_next = count;
  job.budget = budget;
  const py::gil_scoped_release release;
  Watch watch;
  const Outcome<LabelNext> next = run_label_next(job, watch.listener());
  return {[next](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_label_next(format, sink, next.result,
                                     *report::measure_info(next.measured), style);
          },
          {},
          {},
          watch.notes,
          scores_of(next.result.rows)};
}

}  // namespace

void bind_explain(py::module_& module) {
  module.def("explain", &explain_rows, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("by"), py::arg("of_class"), py::arg("top"), py::arg("rows"),
             py::arg("images"));
  module.def("label_next", &rows_to_label, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("by"), py::arg("of_class"), py::arg("count"), py::arg("budget"));
}

}  // namespace qualm::python
