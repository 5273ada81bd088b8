// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "qualm/training/jobs.h"

namespace qualm::training {

/// Training rows: bytes (images) or numbers (features), with labels.
struct Examples {
  std::string name;                ///< of the data set
  std::string split;               ///< "train" or "test"; empty if not known
  std::vector<std::size_t> shape;  ///< of one row: (H, W, C) of a picture, (D) of features
  std::vector<std::uint8_t> pixels;
  std::vector<float> features;  ///< also of pictures that are floats: then there are no pixels
  std::vector<std::uint32_t> labels;
  std::vector<std::string> class_names;
  bool classes_are_numbered = false;       ///< the labels are numbers, and nothing names them
  std::vector<std::string> feature_names;  ///< D, or empty: not known
  bool has_labels = true;                  ///< if not, the labels are all 0
  std::string sha256;                      ///< of pixels or features, then labels

  [[nodiscard]] bool are_features() const noexcept { return shape.size() == 1; }
  [[nodiscard]] std::size_t n_rows() const noexcept { return labels.size(); }
};

/// All settings that determine the members. Part of ensemble.json: fields are only added.
struct TrainingPlan {
  std::string dataset, data_sha256;
  std::size_t n_rows = 0, n_classes = 0;
  std::vector<std::size_t> shape;
  std::vector<std::string> class_names;
  std::string model, stem, method, optimizer, device;
  std::vector<std::size_t> hidden;
  std::size_t epochs = 0, batch_size = 0, threads = 1;
  double rate = 0, momentum = 0, weight_decay = 0, dropout = 0;
  std::vector<RateStep> rate_steps;
  bool shuffle = true, augment = false;
  Normalization normalization;
  std::uint64_t seed = 0;
  /// sha256 of the plan of the ensemble whose weights the members start from; empty: random ones.
  std::string start_sha256;
};

/// Fills defaults from the recipe and the data, except for the device. Throws usage if they do not
/// fit.
[[nodiscard]] TrainingPlan make_plan(const TrainJob& job, const Examples& examples);

/// The learning rate of a step; `progress` is the share of the epoch that is done.
[[nodiscard]] double learning_rate(const TrainingPlan& plan, std::size_t members, std::size_t epoch,
                                   double progress);

}  // namespace qualm::training
