// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "errors.h"
#include "held_pictures.h"
#include "qualm/io.h"
#include "qualm/page.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

void write_report(const Source& inside,
                  const std::vector<std::pair<std::string, const Source*>>& outside,
                  const MeasureOptions& measures, const py::object& images,
                  const std::string& title, std::size_t n_rows, std::uint64_t seed,
                  const std::string& path) {
  const HeldPictures pictures(images, inside.set().n_instances());
  const py::gil_scoped_release release;
  page::require_page();
  const auto sink = io::open_atomic_file(path);
  page::Request request;
  request.sets.push_back({title, {}, &inside.set(), pictures.file()});
  for (const auto& [name, source] : outside) {
    check_same_ensemble(inside.set(), source->set(), name);
    request.sets.push_back({name, {}, &source->set(), nullptr});
  }
  request.labels = inside.set().labels();
  request.measures = measures;
  request.member_weights = inside.info(measures).member_weights;
  request.n_rows = n_rows;
  request.seed = seed;
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
