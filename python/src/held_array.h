// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "qualm/array.h"

namespace qualm::python {

struct ManagedTensor;

/// The memory of a Python object, held for as long as this lives and never copied: of anything with
/// the buffer protocol (numpy) or with __dlpack__ (torch). Made and destroyed with the GIL held.
class HeldArray {
 public:
  /// Throws TypeError if the object has neither or its numbers are of a type that qualm does not
  /// read; ValueError if they lie on another device. `name` is what messages call it.
  HeldArray(const pybind11::object& object, const std::string& name);

  [[nodiscard]] const ArrayView& view() const noexcept { return view_; }

 private:
  void take_buffer(const pybind11::object& object, const std::string& name);
  void take_dlpack(const pybind11::object& object, const std::string& name);

  std::shared_ptr<void> owner_;  // the buffer or tensor, given back when the last copy goes
  ArrayView view_;
};

/// An array of at most one axis longer than 1, as doubles. `name` as above.
[[nodiscard]] std::vector<double> numbers_of(const pybind11::object& object,
                                             const std::string& name);

}  // namespace qualm::python
