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
  const report::Format parsed = report::parse_format(format);
  if (report::format_info(parsed).binary) throw_usage(format + " is not text: use .save()");
  write(parsed, sink, style);
  return std::move(sink.text);
}

void Result::save(const std::string& path, bool full) const {
  const std::optional<report::Format> format = report::format_of_path(path);
  if (!format) return save_figure(picture(full), path);
  auto sink = io::open_atomic_file(path);
  if (report::asks_for_gzip(path)) sink = io::pack_gzip(std::move(sink));
  report::TableStyle style;
  style.in_python = true;
  write(*format, *sink, style);
  sink->finish();
}

plot::Figure Result::picture(bool full) const {
  if (!curves) throw_usage("this result has no plot");
  return full ? figure() : curves();
}

void bind_result(py::module_& module) {
  py::class_<Result>(module, "Result")
      .def_property_readonly("notes",
                             [](const Result& self) { return in_python_words(self.notes); })
      .def_readonly("scores", &Result::scores)
      .def("text", &Result::text, py::arg("format"), py::arg("width") = 0)
      .def(
          "svg", [](const Result& self, bool full) { return render_svg(self.picture(full)); },
          py::arg("full") = false)
      .def("save", &Result::save, py::arg("path"), py::arg("full") = true)
      .def(
          "plot",
          [](const Result& self, std::size_t width, std::size_t height, bool color) {
            return render_text(self.picture(false), {width, height, color});
          },
          py::arg("width"), py::arg("height"), py::arg("color"));
}

}  // namespace qualm::python
