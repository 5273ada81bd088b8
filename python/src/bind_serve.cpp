// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "page_request.h"
#include "qualm/server.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

// A page over HTTP, answered by the server's own threads, which need no GIL: they read the memory
// of the arrays, which the Python objects that are kept alive hold.
class ServedPage {
 public:
  ServedPage(const Source& inside, const NamedSources& outside, const MeasureOptions& measures,
             const py::object& images, const std::string& title, std::size_t n_rows,
             std::uint64_t seed, const server::Options& options)
      : pictures_(images, inside.set().n_instances()) {
    const py::gil_scoped_release release;
    page::require_page();
    server::require_server();
    page_ = std::make_unique<page::Page>(
        page_request(inside, outside, measures, pictures_, title, n_rows, seed),
        until_interrupted());
    (void)page_->live(until_interrupted());  // so that the first reader need not wait
    server_ = std::make_unique<server::Server>(*page_, options);
    url_ = server_->url();
  }
  [[nodiscard]] const std::string& url() const noexcept { return url_; }
  void close() {
    server_.reset();
    page_.reset();
  }

 private:
  HeldPictures pictures_;
  std::unique_ptr<page::Page> page_;
  std::unique_ptr<server::Server> server_;  // ends before the page
  std::string url_;
};

std::unique_ptr<ServedPage> serve(const Source& inside, const NamedSources& outside,
                                  const MeasureOptions& measures, const py::object& images,
                                  const std::string& title, std::size_t n_rows, std::uint64_t seed,
                                  const std::string& address, std::uint16_t port) {
  return std::make_unique<ServedPage>(inside, outside, measures, images, title, n_rows, seed,
                                      server::Options{address, port});
}

}  // namespace

void bind_serve(py::module_& module) {
  py::class_<ServedPage>(module, "ServedPage")
      .def_property_readonly("url", &ServedPage::url)
      .def("close", &ServedPage::close, py::call_guard<py::gil_scoped_release>());
  module.def("serve", &serve, py::kw_only(), py::keep_alive<0, 1>(), py::keep_alive<0, 2>(),
             py::arg("inside"), py::arg("outside"), py::arg("options"), py::arg("images"),
             py::arg("title"), py::arg("rows"), py::arg("seed"), py::arg("address"),
             py::arg("port"));
}

}  // namespace qualm::python
