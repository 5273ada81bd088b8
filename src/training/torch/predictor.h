// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "qualm/training/plan.h"
#include "training/ensemble_folder.h"

namespace qualm::training {

/// One network that predicts, trained by us or brought by somebody.
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// Outputs of a batch: logits, probabilities, or parameters of Dirichlet distributions.
  virtual torch::Tensor forward(const torch::Tensor& rows) = 0;
  /// Keeps dropout on from now on. False if the network has none.
  virtual bool keep_dropout() = 0;
  [[nodiscard]] virtual bool prefers_channels_last() const { return false; }
};

/// A member of an ensemble as a job for a worker: made there, because LibTorch lives there.
struct PredictorSource {
  std::string path;
  std::function<std::unique_ptr<Predictor>(torch::Device)> open;
};

/// The trained members of a run. Notes name those that diverged and count those that are not
/// trained yet; throws data if none is left, system if none is trained yet.
[[nodiscard]] std::vector<PredictorSource> members_of(const EnsembleFolder& folder,
                                                      const EnsembleRecord& record, std::size_t run,
                                                      std::vector<std::string>& notes);

/// A model that was exported from PyTorch, which can hold operations on files. Unless it is
/// trusted, open() takes the rights to other files from the process (on a CPU) and throws data if
/// the model has such operations. Throws data if the file is no TorchScript.
[[nodiscard]] PredictorSource script_model(const std::string& path, bool is_trusted);

}  // namespace qualm::training
