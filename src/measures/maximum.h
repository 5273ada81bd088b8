// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "qualm/measures/family.h"

namespace qualm::detail {

/// The greatest total uncertainty over all predictions of `n_classes` >= 2 classes.
/// `class_weights`: one a class, >= 0, or empty (all one); families that are not label-wise ignore
/// them. Entropies in bits. Relative error at most 1e-14. 0 if every weight is 0.
[[nodiscard]] double maximum_variance(std::size_t n_classes, std::span<const double> class_weights,
                                      Arguments);
[[nodiscard]] double maximum_entropy(std::size_t n_classes, std::span<const double> class_weights,
                                     Arguments);
[[nodiscard]] double maximum_label_entropy(std::size_t n_classes,
                                           std::span<const double> class_weights, Arguments);
[[nodiscard]] double maximum_spherical(std::size_t n_classes, std::span<const double> class_weights,
                                       Arguments);
[[nodiscard]] double maximum_zero_one(std::size_t n_classes, std::span<const double> class_weights,
                                      Arguments);
// Of ordered classes: half of the probability at either end.
[[nodiscard]] double maximum_ordinal_variance(std::size_t n_classes,
                                              std::span<const double> class_weights, Arguments);
[[nodiscard]] double maximum_ordinal_entropy(std::size_t n_classes,
                                             std::span<const double> class_weights, Arguments);
[[nodiscard]] double maximum_ordinal_absolute(std::size_t n_classes,
                                              std::span<const double> class_weights, Arguments);
[[nodiscard]] double maximum_integer_variance(std::size_t n_classes,
                                              std::span<const double> class_weights, Arguments);
[[nodiscard]] double maximum_wasserstein(std::size_t n_classes,
                                         std::span<const double> class_weights, Arguments);

}  // namespace qualm::detail
