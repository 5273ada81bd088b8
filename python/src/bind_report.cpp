// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "page_request.h"
#include "qualm/io.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

void write_report(const Source& inside, const NamedSources& outside, const MeasureOptions& measures,
                  const py::object& images, const std::string& title, std::size_t n_rows,
                  std::uint64_t seed, const std::string& path) {
  const HeldPictures pictures(images, inside.set().n_instances());
  const py::gil_scoped_release release;
  page::require_page();
  const auto sink = io::open_atomic_file(path);
  page::Request request = page_request(inside, outside, measures, pictures, title, n_rows, seed);
  sink->write(page::Page(std::move(request), until_interrupted()).report(until_interrupted()));
  sink->finish();
}

}  // namespace

void bind_report(py::module_& module) {
  module.def("report", &write_report, py::kw_only(), py::arg("inside"), py::arg("outside"),
             py::arg("options"), py::arg("images"), py::arg("title"), py::arg("rows"),
             py::arg("seed"), py::arg("path"));
}

}  // namespace qualm::python
