// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "held_array.h"
#include "qualm/analysis.h"

namespace qualm::python {

/// Pictures in the memory of a Python object, in C order, or none.
class HeldPictures {
 public:
  /// `images`: None, or an array of n_rows pictures. Needs the GIL.
  HeldPictures(const pybind11::object& images, std::size_t n_rows);

  /// Null if there are none.
  [[nodiscard]] const PictureFile* file() const noexcept { return file_ ? &*file_ : nullptr; }

 private:
  std::optional<HeldArray> array_;
  std::optional<PictureFile> file_;
};

}  // namespace qualm::python
