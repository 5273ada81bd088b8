// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace qualm::detail {

/// An array and the names that it gives its classes.
struct NamedClasses {
  std::string label;               ///< for messages
  std::vector<std::string> names;  ///< empty: none
  std::size_t n_classes = 0;
};

struct AlignedClasses {
  std::vector<std::string> names;  ///< empty: nobody names the classes
  /// One per array: the class of the array that stands at each place. Empty: as they lie.
  std::vector<std::vector<std::size_t>> orders;
  std::vector<std::string> notes;
};

/// Puts the classes of all arrays into one order, by name: that of `wanted` (--class-names), which
/// also selects; else that of `same_as`, the names of other predictions that these go with; else
/// that of the first array that names its classes. Names such as 0, 1 or p0, p1 are numbers: such
/// an array, like one without names, is taken in its own order. Throws usage or data, naming array
/// and class, if a class is missing, or if `wanted` is empty and an array has one too many.
[[nodiscard]] AlignedClasses align_classes(std::span<const NamedClasses> arrays,
                                           const std::vector<std::string>& wanted,
                                           const std::vector<std::string>& same_as);

}  // namespace qualm::detail
