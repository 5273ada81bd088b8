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
  std::string predictions;  ///< folder of stored predictions: nothing is trained; empty: none
  std::string data_dir;
  std::map<std::string, std::string> sources;  ///< of data sets that lie elsewhere, by name
  std::optional<std::size_t> runs;             ///< in place of the scale's
  training::TrainJob said;                     ///< of the recipe, for every training
};

/// Ensembles of one training, one per run.
struct Arm {
  std::string dataset;
  std::string name;               ///< of its folder
  std::string ensemble;           ///< folder of the members; empty: predictions are stored
  std::vector<std::string> runs;  ///< folders of the predictions
};

/// Trains ensembles and lets them predict, each once, in folders that later commands find again; or
/// takes predictions that were stored before, FOLDER/<arm>/run<r>/<data set>.npz.
class Workshop {
 public:
  Workshop(WorkshopOptions options, Reproduction& result)
      : options_(std::move(options)), result_(result) {}

  /// The ensembles trained on a data set as far as the scale wants. Nothing, and a line in
  /// result.missing, if the data is not here.
  [[nodiscard]] std::optional<Arm> train(const std::string& dataset);
  [[nodiscard]] std::optional<Arm> train(const std::string& dataset,
                                         const training::TrainJob& said);
  /// All that are stored of a data set, by name; else the one that train() gives.
  [[nodiscard]] std::vector<Arm> all_arms(const std::string& dataset);
  /// Trains into work folder / `name` exactly this.
  [[nodiscard]] Arm train_as(const std::string& name, training::TrainJob job);

  /// How test rows are predicted.
  struct Manner {
    bool raw_pixels = false;  ///< from 0 to 255
    bool all_rows = false;    ///< whatever the scale
  };
  /// The predictions of every run of an arm on test rows. Nothing if the data is not here.
  [[nodiscard]] std::optional<PredictionFiles> predict(const Arm& arm, const std::string& dataset,
                                                       Manner manner = {false, false});

  /// Where the split of a data set lies, as load_dataset() takes it. Nothing, and a line in
  /// result.missing, if it is not here.
  [[nodiscard]] std::optional<std::string> source_of(const std::string& dataset,
                                                     const std::string& split);

  [[nodiscard]] const WorkshopOptions& options() const noexcept { return options_; }
  [[nodiscard]] Reproduction& result() noexcept { return result_; }

 private:
  [[nodiscard]] std::optional<Arm> stored_arm(const std::string& dataset, const std::string& name);
  void record(const Arm& arm, const std::vector<std::string>& paths);

  WorkshopOptions options_;
  Reproduction& result_;
};

/// The labels that qualm predict wrote beside the predictions of a data set.
[[nodiscard]] std::vector<std::uint32_t> labels_of(const PredictionFiles& files,
                                                   const PredictionSet& set);

}  // namespace qualm::cli
