// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <map>
#include <tuple>
#include <utility>

#include "errors.h"
#include "measures_dict.h"
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
  io::Entries entries{name, numbers_of(given, name), {}};
  entries.are_flags = HeldArray(given, name).view().dtype == DType::boolean;
  return entries;
}

// Columns that identify the rows, by name.
using IdColumns = std::map<std::string, std::vector<std::string>>;
std::vector<io::RowIds> row_ids_of(const IdColumns& columns) {
  std::vector<io::RowIds> ids;
  for (const auto& [column, texts] : columns) ids.push_back(io::hash_ids(column, texts));
  return ids;
}

// Name, then what io::TableColumn says of it, in that order.
using SeenColumn = std::tuple<std::string, bool, bool, bool, bool, bool>;
py::tuple choose_columns(const std::string& label, const std::vector<SeenColumn>& seen) {
  std::vector<io::TableColumn> columns;
  for (const auto& [name, is_text, starts_whole, has_fraction, is_distinct, counts_rows] : seen) {
    columns.push_back({name, is_text, starts_whole, has_fraction, is_distinct, counts_rows});
  }
  const io::ChosenColumns chosen = io::choose_columns(label, columns);
  return py::make_tuple(chosen.values, chosen.notes);
}

// Every common option as an object has it that calls them by key.
MeasureJob job_with_options(const py::object& said) {
  MeasureJob job;
  for (const CommonOption& each : common_options()) {
    const py::object given = said.attr(each.key);
    if (each.flag != nullptr) {
      each.flag(job) = given.cast<bool>();
    } else {
      each.read(job, given.cast<std::string>());
    }
  }
  return job;
}

// Class names and names by number, see OtherFiles.
using Classes = std::pair<std::vector<std::string>, std::vector<std::string>>;
Classes classes_of(const Source& source) {
  const PredictionSet& set = source.set();
  return {set.has_class_names() ? set.class_names() : std::vector<std::string>(),
          set.names_by_number()};
}

// `like`: the predictions of the same ensemble that these go with, or null; "classes": only their
// classes.
Source make_source(const std::vector<py::object>& arrays, const py::object& common,
                   const Source* like, const py::kwargs& given) {
  const auto texts = [&](const char* key) { return given[key].cast<std::vector<std::string>>(); };
  PredictionFiles said = job_with_options(common).files;
  said.paths = texts("names");
  said.axes = given["axes"].cast<std::string>();
  said.input = parse_input(given["input"].cast<std::string>());
  said.member_weights = given["member_weights"].cast<std::vector<double>>();
  said.class_names = texts("class_names");
  said.columns = texts("columns");
  said.array_class_names = given["array_class_names"].cast<std::vector<std::vector<std::string>>>();
  for (const auto& ids : given["array_row_ids"].cast<std::vector<IdColumns>>()) {
    said.array_row_ids.push_back(row_ids_of(ids));
  }
  said.array_notes = given["array_notes"].cast<std::vector<std::vector<std::string>>>();
  said.n_classes = given["n_classes"].cast<std::size_t>();
  said.labels = entries_of(given["labels"], "labels");
  if (said.labels) said.labels->row_ids = row_ids_of(given["labels_row_ids"].cast<IdColumns>());
  said.ids = entries_of(given["ids"], "ids");
  if (like != nullptr) return Source(arrays, files_like(like->set(), std::move(said)));
  OtherFiles files{std::move(said)};
  std::tie(files.class_names, files.names_by_number) = given["classes"].cast<Classes>();
  return Source(arrays, std::move(files));
}

MeasureOptions make_measure_options(const std::vector<MeasureChoice>& measures,
                                    std::vector<double> class_weights, const py::object& said,
                                    const py::kwargs& given) {
  MeasureOptions options = job_with_options(said).measures;
  options.measures.clear();
  for (const MeasureChoice& each : measures) {
    options.measures.push_back(measure_from(each, class_weights));
  }
  options.class_weights = std::move(class_weights);
  options.per_class = said.attr("per_class").cast<bool>();
  options.threads = given["threads"].cast<unsigned>();
  options.extras = given["extras"].cast<std::vector<std::string>>();
  return options;
}

}  // namespace

Source::Source(const std::vector<py::object>& objects, OtherFiles files)
    : arrays_(hold(objects, files.files.paths)) {
  if (!arrays_.empty()) files.files.axes = axes_of(arrays_[0], files.files);
  set_ = std::make_shared<const PredictionSet>(views_of(arrays_), files);
}

void bind_source(py::module_& module) {
  module.def("choose_columns", &choose_columns, py::arg("label"), py::arg("columns"));
  module.def(
      "parse_class",
      [](const std::string& text, const std::vector<std::string>& class_names) {
        return parse_class(text, class_names);
      },
      py::arg("text"), py::arg("class_names"));
  module.def("identifies_rows", &io::identifies_rows, py::arg("column"));
  py::class_<Source>(module, "Source")
      .def(py::init(&make_source), py::arg("arrays"), py::arg("said"), py::arg("like"))
      .def_property_readonly("n_instances",
                             [](const Source& self) { return self.set().n_instances(); })
      .def_property_readonly("n_members", [](const Source& self) { return self.set().n_members(); })
      .def_property_readonly("n_classes", [](const Source& self) { return self.set().n_classes(); })
      .def_property_readonly("n_runs", [](const Source& self) { return self.set().n_runs(); })
      .def_property_readonly("has_class_names",
                             [](const Source& self) { return self.set().has_class_names(); })
      .def_property_readonly("labels",
                             [](const Source& self) { return labels_or_none(self.set().labels()); })
      .def_property_readonly("ids", [](const Source& self) { return self.set().ids(); })
      .def_property_readonly("axes", [](const Source& self) { return self.set().axes(); })
      .def_property_readonly(
          "input", [](const Source& self) { return std::string(name(self.set().input())); })
      .def_property_readonly("classes", &classes_of)
      .def_property_readonly("class_names",
                             [](const Source& self) { return self.set().class_names(); });
  py::class_<MeasureOptions>(module, "MeasureOptions")
      .def(py::init(&make_measure_options), py::arg("measures"), py::arg("class_weights"),
           py::arg("said"))
      .def_property_readonly(
          "log_base", [](const MeasureOptions& self) { return std::string(name(self.log_base)); });
}

}  // namespace qualm::python
