// SPDX-License-Identifier: Apache-2.0
#include "held_array.h"

#include <fmt/format.h>

#include "dlpack.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

// What torch refuses to export, such as sparse and quantized tensors, it refuses without a name.
py::object export_dlpack(const py::object& object, const std::string& name) {
  try {
    return object.attr("__dlpack__")();
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    const std::string why = py::str(error.value());
    throw py::type_error(fmt::format(
        "{}: this {} cannot be read ({}): convert it to a dense one of float16, float32 or float64",
        name, Py_TYPE(object.ptr())->tp_name, why.substr(0, why.find('\n'))));
  }
}

}  // namespace

HeldArray::HeldArray(const py::object& object, const std::string& name) {
  if (PyObject_CheckBuffer(object.ptr()) != 0) {
    take_buffer(object, name);
  } else if (py::hasattr(object, "__dlpack__")) {
    take_dlpack(object, name);
  } else {
    throw py::type_error(fmt::format(
        "{}: a {} is not an array: give one with the buffer protocol or __dlpack__, such "
        "as numpy's or torch's",
        name, Py_TYPE(object.ptr())->tp_name));
  }
}

void HeldArray::take_dlpack(const py::object& object, const std::string& name) {
  const py::tuple device = object.attr("__dlpack_device__")();
  if (!is_host(device[0].cast<int>())) {
    throw py::value_error(fmt::format(
        "{}: the numbers are on another device (DLPack device type {}): call .cpu() first", name,
        device[0].cast<int>()));
  }
  const py::object capsule = export_dlpack(object, name);
  auto* tensor = static_cast<ManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (tensor == nullptr) throw py::error_already_set();
  // By this name the capsule knows that somebody else frees the tensor.
  if (PyCapsule_SetName(capsule.ptr(), "used_dltensor") != 0) throw py::error_already_set();
  owner_ = std::shared_ptr<ManagedTensor>(tensor, [](ManagedTensor* held) {
    if (held->deleter != nullptr) held->deleter(held);
  });
  view_ = view_of(tensor->tensor, name);
}

std::vector<double> numbers_of(const py::object& object, const std::string& name) {
  const HeldArray held(object, name);
  const ArrayView& view = held.view();
  std::size_t n = 1, longest = 0;
  for (std::size_t axis = 0; axis < view.n_axes(); ++axis) {
    n *= view.shape[axis];
    if (view.shape[axis] > view.shape[longest]) longest = axis;
  }
  if (view.n_axes() == 0 || n != view.shape[longest]) {
    throw py::value_error(
        fmt::format("{}: shape {}; give one number per row (for one-hot rows a.argmax(axis=1))",
                    name, shape_text(view.shape)));
  }
  std::vector<double> numbers(n);
  std::vector<std::size_t> index(view.n_axes(), 0);
  for (index[longest] = 0; index[longest] < n; ++index[longest]) {
    numbers[index[longest]] = view.at(index);
  }
  return numbers;
}

}  // namespace qualm::python
