// SPDX-License-Identifier: Apache-2.0
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "bind.h"
#include "errors.h"
#include "measures_dict.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

// A numpy array that owns the vector's memory.
template <class T>
py::array_t<T> to_array(std::vector<T>&& values, const std::vector<std::size_t>& shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  const py::capsule owner(owned.release(),
                          [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array_t<T>(shape, data, owner);
}

py::dict to_dict(Parts&& parts, const std::vector<std::size_t>& shape) {
  const std::size_t n_values =
      std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  py::dict dict;
  const auto add = [&](const char* name, std::vector<double>& values) {
    dict[name] = py::none();  // a part that the family does not have
    if (values.size() == n_values) dict[name] = to_array(std::move(values), shape);
  };
  add("total", parts.total);
  add("aleatoric", parts.aleatoric);
  add("epistemic", parts.epistemic);
  return dict;
}

py::dict measure(const Source& source, const MeasureOptions& options) {
  MeasuredBlock block;
  Watch watch;
  {
    const py::gil_scoped_release release;
    const Listener listener = watch.listener();
    block = run(open(source.job(options), listener), listener);
  }
  return measures_dict(std::move(block), watch.notes);
}

}  // namespace

py::dict measures_dict(MeasuredBlock&& block, const std::vector<std::string>& notes) {
  Measures& all = block.measures;
  const std::vector<std::size_t> shape{all.n_instances}, by_class{all.n_instances, all.n_classes};
  py::dict families;
  for (std::size_t f = 0; f < all.families.size(); ++f) {
    FamilyResult& result = all.families[f];
    py::dict values = to_dict(std::move(result.parts), shape);
    values["unit"] = result.unit;
    values["per_class"] = py::none();
    values["std"] = py::none();
    if (!result.per_class.total.empty()) {
      values["per_class"] = to_dict(std::move(result.per_class), by_class);
    }
    if (!block.deviation.empty()) values["std"] = to_dict(std::move(block.deviation[f]), shape);
    py::dict extras;
    for (ExtraResult& each : result.extras) {
      extras[py::str(each.name)] = to_array(std::move(each.values), shape);
    }
    values["extras"] = extras;
    families[py::str(result.measure.name())] = values;
  }
  py::dict dict;
  dict["renormalized_rows"] = all.renormalized_rows;
  dict["notes"] = in_python_words(notes);
  dict["predicted"] = to_array(std::move(all.predicted), shape);
  dict["mean"] = py::none();
  if (!all.mean.empty()) dict["mean"] = to_array(std::move(all.mean), by_class);
  dict["families"] = families;
  return dict;
}

py::object labels_or_none(const std::vector<std::uint32_t>& labels) {
  if (labels.empty()) return py::none();
  return to_array(std::vector<std::uint32_t>(labels), {labels.size()});
}

void bind_measure(py::module_& module) {
  module.def("measure", &measure, py::arg("source"), py::arg("options"));
  module.def("note_on_rescaled_rows", &note_on_rescaled_rows, py::arg("count"));
  module.def("note_on_infinite_rows", &note_on_infinite_rows, py::arg("name"), py::arg("count"));
  module.def("note_on_one_hot_rows", [] { return note_on_one_hot_rows({}); });
  module.def(
      "families",
      [] {
        py::list names;
        for (const Family& row : families()) {
          if (row.parameters.empty()) names.append(row.name);
        }
        return names;
      },
      "List the names of the measures that take no parameters; docs/measures.md describes them.");
}

}  // namespace qualm::python
