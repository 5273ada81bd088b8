// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include "bind.h"
#include "errors.h"
#include "qualm/error.h"
#include "result.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

class TextSink final : public io::Sink {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  void finish() override {}

  std::string text;
};

}  // namespace

std::string Result::text(const std::string& format, std::size_t width) const {
  TextSink sink;
  report::TableStyle style;
  style.width = width;
  style.in_python = true;
  write(report::parse_format(format), sink, style);
  return std::move(sink.text);
}

plot::Figure Result::picture(bool full) const {
  if (!curves) throw_usage("this result has no plot");
  return full ? figure() : curves();
}

void bind_result(py::module_& module) {
  py::class_<Result>(module, "Result")
      .def_property_readonly("notes",
                             [](const Result& self) { return in_python_words(self.notes); })
      .def("text", &Result::text, py::arg("format"), py::arg("width") = 0)
      .def(
          "svg", [](const Result& self, bool full) { return render_svg(self.picture(full)); },
          py::arg("full") = false)
      .def(
          "save",
          [](const Result& self, const std::string& path, bool full) {
            save_figure(self.picture(full), path);
          },
          py::arg("path"), py::arg("full") = true)
      .def(
          "plot",
          [](const Result& self, std::size_t width, std::size_t height, bool color) {
            return render_text(self.picture(false), {width, height, color});
          },
          py::arg("width"), py::arg("height"), py::arg("color"));
}

}  // namespace qualm::python
