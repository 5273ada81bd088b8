// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <utility>

#include "errors.h"
#include "own_measure.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

std::vector<HeldArray> hold(const std::vector<py::object>& objects,
                            const std::vector<std::string>& names) {
  std::vector<HeldArray> arrays;
  for (std::size_t i = 0; i < objects.size(); ++i) arrays.emplace_back(objects[i], names[i]);
  return arrays;
}

std::vector<ArrayView> views_of(const std::vector<HeldArray>& arrays) {
  std::vector<ArrayView> views;
  for (const HeldArray& array : arrays) views.push_back(array.view());
  return views;
}

// The usual order stands for what is left of it when an axis is missing.
std::string axes_of(const HeldArray& array, const PredictionFiles& said) {
  if (said.axes != "nmk" || array.view().n_axes() != 2) return said.axes;
  return said.input == Input::votes ? "nm" : "nk";
}

// A list holds texts, anything else is an array of numbers.
std::optional<io::Entries> entries_of(const py::object& given, const std::string& name) {
  if (given.is_none()) return std::nullopt;
  if (py::isinstance<py::list>(given)) {
    return io::Entries{name, {}, given.cast<std::vector<std::string>>()};
  }
  return io::Entries{name, numbers_of(given, name), {}};
}

Source make_source(const std::vector<py::object>& objects, std::vector<std::string> names,
                   std::string axes, const std::string& input, std::vector<double> member_weights,
                   std::vector<std::string> class_names, std::vector<std::string> columns,
                   std::vector<std::vector<std::string>> array_class_names, std::size_t n_classes,
                   bool renormalize, const py::object& labels, const py::object& ids,
                   const Source* like) {
  PredictionFiles said;
  said.paths = std::move(names);
  said.axes = std::move(axes);
  said.input = parse_input(input);
  said.member_weights = std::move(member_weights);
  said.class_names = std::move(class_names);
  said.columns = std::move(columns);
  said.array_class_names = std::move(array_class_names);
  said.n_classes = n_classes;
  said.renormalize = renormalize;
  said.labels = entries_of(labels, "labels");
  said.ids = entries_of(ids, "ids");
  return Source(objects, std::move(said), like);
}

MeasureOptions make_measure_options(const std::vector<MeasureChoice>& measures,
                                    std::vector<double> class_weights, const std::string& log_base,
                                    bool normalized, bool corrected, bool ordered, bool per_class,
                                    std::vector<std::string> extras, unsigned threads) {
  MeasureOptions options;
  options.measures.clear();
  for (const MeasureChoice& each : measures) {
    options.measures.push_back(measure_from(each, class_weights));
  }
  options.class_weights = std::move(class_weights);
  options.log_base = parse_log_base(log_base);
  options.normalized = normalized;
  options.corrected = corrected;
  options.ordered = ordered;
  options.extras = std::move(extras);
  options.per_class = per_class;
  options.threads = threads;
  return options;
}

}  // namespace

Source::Source(const std::vector<py::object>& objects, PredictionFiles said, const Source* like)
    : arrays_(hold(objects, said.paths)), member_weights_(said.member_weights), set_([&] {
        if (!arrays_.empty()) said.axes = axes_of(arrays_[0], said);
        return like == nullptr ? PredictionSet(views_of(arrays_), said)
                               : PredictionSet(views_of(arrays_), files_like(like->set_, said));
      }()) {}

report::MeasureInfo Source::info(const MeasureOptions& options) const {
  return report::measure_info(set_, options, member_weights_);
}

void bind_source(py::module_& module) {
  py::class_<Source>(module, "Source")
      .def(py::init(&make_source), py::kw_only(), py::arg("arrays"), py::arg("names"),
           py::arg("axes"), py::arg("input"), py::arg("member_weights"), py::arg("class_names"),
           py::arg("columns"), py::arg("array_class_names"), py::arg("n_classes"),
           py::arg("renormalize"), py::arg("labels"), py::arg("ids"), py::arg("like"))
      .def_property_readonly("n_instances",
                             [](const Source& self) { return self.set().n_instances(); })
      .def_property_readonly("n_members", [](const Source& self) { return self.set().n_members(); })
      .def_property_readonly("n_classes", [](const Source& self) { return self.set().n_classes(); })
      .def_property_readonly("n_runs", [](const Source& self) { return self.set().n_runs(); })
      .def_property_readonly("has_class_names",
                             [](const Source& self) { return self.set().has_class_names(); })
      .def_property_readonly("notes",
                             [](const Source& self) { return in_python_words(self.set().notes()); })
      .def_property_readonly("ids", [](const Source& self) { return self.set().ids(); })
      .def_property_readonly("axes", [](const Source& self) { return self.set().axes(); })
      .def_property_readonly(
          "input", [](const Source& self) { return std::string(name(self.set().input())); })
      .def_property_readonly("class_names",
                             [](const Source& self) { return self.set().class_names(); });
  py::class_<MeasureOptions>(module, "MeasureOptions")
      .def(py::init(&make_measure_options), py::kw_only(), py::arg("measures"),
           py::arg("class_weights"), py::arg("log_base"), py::arg("normalized"),
           py::arg("corrected"), py::arg("ordered"), py::arg("per_class"), py::arg("extras"),
           py::arg("threads"))
      .def_property_readonly(
          "log_base", [](const MeasureOptions& self) { return std::string(name(self.log_base)); });
}

}  // namespace qualm::python
