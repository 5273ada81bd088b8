// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "qualm/training/jobs.h"
#include "training/log.h"

namespace qualm::training {

struct TrainProgress {
  std::uint64_t done = 0, total = 0;  ///< images
  double images_per_second = 0;       ///< since this process began; 0 if not known yet
};

/// Whom training talks to. All are called by the calling thread.
struct TrainEvents {
  std::function<void(const std::string& text)> note;
  std::function<void(const EpochLine& line, std::size_t epochs, const TrainProgress&)> epoch;
  std::function<void(const TrainProgress&)> progress;
  std::function<bool()> cancelled;
};

struct TrainResult {
  std::size_t n_trained = 0;   ///< members there are now
  std::size_t n_diverged = 0;  ///< members there will never be
};

/// Trains what is not trained yet. Throws interrupted, after all is saved, when cancelled.
TrainResult train_ensemble(const TrainJob& job, const TrainEvents& events);

}  // namespace qualm::training
