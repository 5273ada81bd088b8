// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace qualm::training {

struct Model {
  std::string_view name, summary;
  bool takes_features;  ///< rows of numbers instead of pictures
};
[[nodiscard]] std::span<const Model> models() noexcept;
/// Throws usage, with the nearest name.
[[nodiscard]] const Model& find_model(std::string_view name);

/// How the members of an ensemble are made.
struct Method {
  std::string_view name, summary;
  bool resamples;   ///< each member sees its own bootstrap sample of the rows
  bool drops_out;   ///< dropout, also when predicting
  bool evidential;  ///< the output is a Dirichlet distribution
  bool snapshots;   ///< the members are snapshots of one training with a cyclic learning rate
};
[[nodiscard]] std::span<const Method> methods() noexcept;
/// Throws usage, with the nearest name.
[[nodiscard]] const Method& find_method(std::string_view name);

}  // namespace qualm::training
