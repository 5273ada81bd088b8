// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "qualm/theory/distributions.h"

namespace qualm::detail {

constexpr std::size_t most_components = 1000;
constexpr std::size_t most_classes = 1000;
constexpr double weight_tolerance = 1e-9;

[[nodiscard]] const ShapeInfo& shape_info(Shape shape) noexcept;

/// What is wrong with parameters, and with which of them.
struct ParameterProblem {
  std::size_t parameter;  ///< number of parameters: there are too few
  std::string message;
};
[[nodiscard]] std::optional<ParameterProblem> check_parameters(const Component& component);

/// What is wrong with a component after others, in one sentence; "" if nothing is.
[[nodiscard]] std::string check_classes(const Component& first, const Component& component);
/// What is wrong with the sum of all weights; "" if nothing is.
[[nodiscard]] std::string check_weights(std::span<const Component> components);

}  // namespace qualm::detail
