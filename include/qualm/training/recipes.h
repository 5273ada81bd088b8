// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qualm::training {

/// From this epoch on (the first is 0) the learning rate is `rate`.
struct RateStep {
  std::size_t epoch = 0;
  double rate = 0;

  bool operator==(const RateStep&) const = default;
};

/// A value v becomes (v / divisor - mean) / deviation, each of them per channel (or per feature);
/// empty lists: no shift and no scaling.
struct Normalization {
  double divisor = 1;
  std::vector<double> mean, deviation;

  bool operator==(const Normalization&) const = default;
};

/// Source of the training recipe of the paper's ensembles: its text, or one of the authors' two
/// programs.
struct RecipeSource {
  std::string_view name, summary;
};
/// text (the default), main, train.
[[nodiscard]] std::span<const RecipeSource> recipe_sources() noexcept;
/// Throws usage, with the nearest name.
[[nodiscard]] const RecipeSource& find_recipe_source(std::string_view name);

/// The training of a data set by one source.
struct Recipe {
  std::string_view dataset;
  std::string_view model;
  std::string_view optimizer;  ///< "adam" or "sgd"
  double rate, momentum, weight_decay;
  std::size_t batch_size, epochs;
  std::vector<RateStep> rate_steps;
  bool augment;  ///< random crop after padding by 4, random horizontal flip
  Normalization normalization;
  bool shuffle = true;  ///< a new order for each epoch, or that of the data
};

/// Those of the text.
[[nodiscard]] std::span<const Recipe> recipes();
/// The recipe of the data set; for other images that of MNIST, for features an MLP with Adam.
/// Throws what find_recipe_source throws.
[[nodiscard]] Recipe recipe_for(std::string_view dataset, bool are_features,
                                std::string_view source = "text");

/// Instead of a data set's name: use the values of the file unchanged.
inline constexpr std::string_view no_normalization = "none";
/// Throws usage, with the choices, if no data set of this name has a recipe for pictures.
void check_normalization(std::string_view dataset);

/// The rate steps of `recipe` for another number of epochs: at the same shares of the training.
[[nodiscard]] std::vector<RateStep> scaled_steps(const Recipe& recipe, std::size_t epochs);

}  // namespace qualm::training
