// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "held_array.h"
#include "qualm/analysis.h"

namespace qualm::python {

/// Pictures in the memory of a Python object, in C order, or none.
class HeldPictures {
 public:
  /// `images`: None, or an array of n_rows pictures. Needs the GIL.
  HeldPictures(const pybind11::object& images, std::size_t n_rows);

  /// For as long as this lives.
  [[nodiscard]] GivenPictures given() const { return {{}, {}, file_}; }

 private:
  std::optional<HeldArray> array_;
  std::shared_ptr<const PictureFile> file_;
};

}  // namespace qualm::python
