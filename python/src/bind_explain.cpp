// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
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

MeasureOptions measured_by(const Score& score, MeasureOptions measures) {
  measures.measures = {score.measure};
  return measures;
}

// `images` must lie in C order.
Result explain_rows(const Source& source, const MeasureOptions& measures, const std::string& by,
                    std::size_t top, const std::optional<std::vector<std::string>>& rows,
                    const py::object& images) {
  const PredictionSet& set = source.set();
  const HeldPictures pictures(images, set.n_instances());
  const py::gil_scoped_release release;
  const ExplainRequest request{parse_score(by, set.class_names(), measures.measures),
                               measures,
                               top,
                               set.labels(),
                               pictures.file(),
                               rows ? rows_of(*rows, set) : std::vector<std::size_t>()};
  const auto result =
      std::make_shared<const ExplainResult>(explain(set, request, until_interrupted()));
  const report::MeasureInfo info = source.info(measured_by(request.by, measures));
  const auto figure = [=] { return report::explain_figure(*result); };
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_explain(format, sink, *result, info, style);
          },
          figure, figure};
}

Result rows_to_label(const Source& source, const MeasureOptions& measures, const std::string& by,
                     std::size_t count, std::size_t budget) {
  const py::gil_scoped_release release;
  const ExplainRequest request{parse_score(by, source.set().class_names()), measures};
  const auto result = std::make_shared<const LabelNext>(
      label_next(source.set(), request, count, budget, until_interrupted()));
  const report::MeasureInfo info = source.info(measured_by(request.by, measures));
  return {[=](report::Format format, io::Sink& sink, const report::TableStyle& style) {
            report::write_label_next(format, sink, *result, info, style);
          },
          {},
          {}};
}

}  // namespace

void bind_explain(py::module_& module) {
  module.def("explain", &explain_rows, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("by"), py::arg("top"), py::arg("rows"), py::arg("images"));
  module.def("label_next", &rows_to_label, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("by"), py::arg("count"), py::arg("budget"));
}

}  // namespace qualm::python
