// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "qualm/training/jobs.h"

namespace qualm::training {

struct PredictEvents {
  std::function<void(const std::string& text)> note;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  ///< rows of one file
  std::function<bool()> cancelled;
};

/// Writes one .npz a data set and run: predictions (N, M, K), labels, class names, provenance; with
/// an evidential ensemble alpha too. Throws interrupted when cancelled; the file is not there then.
void predict(const PredictJob& job, const PredictEvents& events);

}  // namespace qualm::training
