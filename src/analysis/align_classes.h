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

/// The classes of other predictions that some go with.
struct LikeClasses {
  std::vector<std::string> names;      ///< empty: none, or they have no names
  std::vector<std::string> by_number;  ///< as their data orders them; empty: it names none
};

struct AlignedClasses {
  std::vector<std::string> names;  ///< empty: nobody names the classes
  /// One per array: the class of the array that stands at each place. Empty: as they lie.
  std::vector<std::vector<std::size_t>> orders;
  /// One per array: its classes 0, 1, ... by name. Empty: nobody names them.
  std::vector<std::vector<std::string>> by_number;
  bool are_named_by_data = false;  ///< an array names them, by more than numbers
  std::vector<std::string> notes;
};

/// Puts the classes of all arrays into one order, by name: that of `wanted` (--class-names), which
/// also selects; else that of `like`; else that of the first array that names its classes. Names
/// such as 0, 1 or p0, p1 are numbers: such an array, like one without names, is taken in the order
/// of the first array that names them, else in that of the data of `like`, else in that of
/// `wanted`. Throws usage or data, naming array and class, if a class is missing, or if `wanted` is
/// empty and an array has one too many.
[[nodiscard]] AlignedClasses align_classes(std::span<const NamedClasses> arrays,
                                           const std::vector<std::string>& wanted,
                                           const LikeClasses& like);

/// "0", "1", ...
[[nodiscard]] std::vector<std::string> numbered_names(std::size_t n);

/// "cat, dog, owl and 7 more"
[[nodiscard]] std::string listing(const std::vector<std::string>& names);

}  // namespace qualm::detail
