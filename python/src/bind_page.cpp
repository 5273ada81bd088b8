// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <string>

#include "bind.h"
#include "errors.h"
#include "held_pictures.h"
#include "qualm/io.h"
#include "qualm/server.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

// What report() and serve() show. The sources must outlive it.
struct PageJob {
  HeldPictures pictures;
  page::Job job;

  PageJob(const Source& inside, const NamedSources& outside, const MeasureOptions& measures,
          const py::object& images, const std::string& title, std::size_t n_rows,
          std::uint64_t seed)
      : pictures(images, inside.set().n_instances()),
        job{inside.job(measures), others_of(outside), {pictures.given()}, title, n_rows, seed} {}
};

std::vector<std::string> write_report(const PageJob& wanted, const std::string& path) {
  Watch watch;
  const py::gil_scoped_release release;
  page::require_page();
  const Listener listener = watch.listener();
  const auto sink = io::open_atomic_file(path);
  const page::Page page(page::open(wanted.job, listener), listener);
  sink->write(page.report(listener.progress));
  sink->finish();
  return in_python_words(watch.notes);
}

// A page over HTTP, answered by the server's own threads, which need no GIL: they read the memory
// of the arrays, which the Python objects that are kept alive hold.
class ServedPage {
 public:
  ServedPage(const PageJob& wanted, const std::string& address, std::uint16_t port) {
    const py::gil_scoped_release release;
    page::require_page();
    server::require_server();
    const Listener listener = watch_.listener();
    page_ = std::make_unique<page::Page>(page::open(wanted.job, listener), listener);
    (void)page_->live(listener.progress);  // so that the first reader need not wait
    server_ = std::make_unique<server::Server>(*page_, server::Options{address, port});
    url_ = server_->url();
  }
  [[nodiscard]] const std::string& url() const noexcept { return url_; }
  [[nodiscard]] std::vector<std::string> notes() const { return in_python_words(watch_.notes); }
  void close() {
    server_.reset();
    page_.reset();
  }

 private:
  Watch watch_;
  std::unique_ptr<page::Page> page_;
  std::unique_ptr<server::Server> server_;  // ends before the page
  std::string url_;
};

}  // namespace

void bind_page(py::module_& module) {
  py::class_<PageJob>(module, "PageJob")
      .def(py::init<const Source&, const NamedSources&, const MeasureOptions&, const py::object&,
                    const std::string&, std::size_t, std::uint64_t>(),
           py::kw_only(), py::keep_alive<1, 2>(), py::keep_alive<1, 3>(), py::arg("inside"),
           py::arg("outside"), py::arg("options"), py::arg("images"), py::arg("title"),
           py::arg("rows"), py::arg("seed"));
  module.def("report", &write_report, py::arg("job"), py::arg("path"));
  py::class_<ServedPage>(module, "ServedPage")
      .def(py::init<const PageJob&, const std::string&, std::uint16_t>(), py::keep_alive<1, 2>(),
           py::arg("job"), py::arg("address"), py::arg("port"))
      .def_property_readonly("url", &ServedPage::url)
      .def_property_readonly("notes", &ServedPage::notes)
      .def("close", &ServedPage::close, py::call_guard<py::gil_scoped_release>());
}

}  // namespace qualm::python
