// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "qualm/analysis.h"
#include "qualm/reproduction.h"

namespace qualm::cli {

/// What a user says of an experiment besides its name.
struct WorkshopOptions {
  Scale scale = Scale::quick;
  std::string folder = "reproduction";
  std::string data_dir;
  std::map<std::string, std::string> sources;  ///< of data sets that lie elsewhere, by name
  std::optional<std::size_t> runs, epochs;     ///< in place of the scale's
  training::Resources resources;
  std::uint64_t seed = 0;
};

/// Trains ensembles and lets them predict, each once, in folders that later commands find again.
class Workshop {
 public:
  Workshop(WorkshopOptions options, Reproduction& result)
      : options_(std::move(options)), result_(result) {}

  /// The folder of the ensemble, trained as far as the scale wants. Nothing, and a line in
  /// result.missing, if the data is not here.
  [[nodiscard]] std::optional<std::string> train(const std::string& dataset);

  /// How test rows are predicted.
  struct Manner {
    bool raw_pixels = false;  ///< from 0 to 255
    bool all_rows = false;    ///< whatever the scale
  };
  /// The predictions of every run of an ensemble on test rows. Nothing if the data is not here.
  [[nodiscard]] std::optional<PredictionFiles> predict(const std::string& ensemble,
                                                       const std::string& dataset,
                                                       Manner manner = {false, false});

  [[nodiscard]] const WorkshopOptions& options() const noexcept { return options_; }

 private:
  [[nodiscard]] std::optional<std::string> source_of(const std::string& dataset,
                                                     const std::string& split);
  void record(const std::string& dataset, const std::string& ensemble, std::size_t runs);

  WorkshopOptions options_;
  Reproduction& result_;
};

/// The labels that qualm predict wrote beside the predictions of a data set.
[[nodiscard]] std::vector<std::uint32_t> labels_of(const PredictionFiles& files,
                                                   const PredictionSet& set);

}  // namespace qualm::cli
