// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qualm/training/recipes.h"

namespace qualm::training {

/// Resources of a job; they do not change the result.
struct Resources {
  std::string device = "auto";  ///< "auto", "cpu" or "cuda"
  std::size_t jobs = 0;         ///< members trained in parallel; 0: number of cores
  bool quiet = false;
  /// For several processes that share the members: member i, counted over all runs, is trained by
  /// part i % parts. One of them prepares the folder and holds its lock.
  std::size_t part = 0, parts = 1;
  bool only_prepare = false;
};

/// Trains an ensemble. Defaults are taken from a recipe of the data set.
struct TrainJob {
  std::string dataset;   ///< a name or a path
  std::string data_dir;  ///< folder to search first; may be empty
  std::string labels;    ///< file of labels, if the data set is a file of images or features
  std::string rows;      ///< file with the numbers of the rows to train on; empty: all
  std::string out;       ///< the ensemble's folder
  /// Folder of an ensemble of the same network: each member starts from the weights of the member
  /// with the same number there, with a new optimiser. Empty: from random weights.
  std::string start_from;
  std::string recipe = "text";  ///< see recipe_sources
  std::optional<std::string> model, optimizer;
  std::string method = "ensemble";
  std::string stem = "imagenet";                 ///< of ResNet18: "imagenet" or "cifar"
  std::vector<std::size_t> hidden = {256, 256};  ///< of the MLP
  std::size_t members = 5, runs = 1;
  std::optional<std::size_t> epochs, batch_size;
  std::optional<double> rate, momentum, weight_decay, dropout;
  std::optional<std::vector<RateStep>> rate_steps;
  std::optional<bool> shuffle, augment;
  std::uint64_t seed = 0;
  std::size_t limit = 0;           ///< only the first rows; 0: all
  std::size_t threads = 1;         ///< per member; affects the last bits
  std::size_t evaluate_every = 0;  ///< epochs; 0: only the last one
  Resources resources;
};

/// Predicts data sets with an ensemble or with TorchScript models.
struct PredictJob {
  std::string ensemble;             ///< folder of `train`; empty: `models`
  std::vector<std::string> models;  ///< TorchScript files
  std::vector<std::string> datasets;
  std::string data_dir, labels;
  std::string split = "test";
  std::string out;  ///< "{r}": the run, "{data}": the data set
  std::size_t limit = 0;
  std::optional<std::size_t> run;  ///< only this one
  std::size_t batch_size = 500;
  std::size_t dropout_samples = 0;  ///< 0: 20 for an ensemble of method mc-dropout, else none
  bool trust_model = false;         ///< TorchScript models may read and write files
  std::string outputs = "auto";     ///< of TorchScript models: "auto", "logits", "probs"
  std::string normalization;  ///< a data set's, or "none"; empty: the ensemble's, or only / 255
  std::vector<double> mean,
      deviation;                    ///< of pixels from 0 to 1 or of features; one: of all channels
  std::vector<std::size_t> resize;  ///< height and width of pictures; empty: as they are
  bool raw_pixels = false;  ///< pixels from 0 to 255: shows the effect of not dividing by 255
  bool compact = false;     ///< float16 and compressed, instead of float32
  std::uint64_t seed = 0;
  Resources resources;
};

// Serialization for qualm-torch. Reading throws internal.
[[nodiscard]] std::string to_json(const TrainJob& job);
[[nodiscard]] std::string to_json(const PredictJob& job);
[[nodiscard]] TrainJob train_job_from_json(const std::string& text);
[[nodiscard]] PredictJob predict_job_from_json(const std::string& text);

}  // namespace qualm::training
