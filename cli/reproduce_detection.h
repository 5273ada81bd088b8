// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plot_options.h"
#include "reproduce_workshop.h"

namespace qualm::cli {

/// An in-distribution data set of Table 1 and the others.
struct Pairing {
  const char* in;
  const char* out[2];
};
inline constexpr Pairing pairings[] = {{"fashion-mnist", {"mnist", "kmnist"}},
                                       {"cifar-10", {"svhn", "cifar-10.2"}}};

/// AUROC of the epistemic scores of an arm on every other data set that is here, with the numbers
/// of single runs and, where there are several, of ensembles drawn from all their members. `name`
/// stands for the arm in the numbers. Nothing if no data set is here.
[[nodiscard]] std::optional<OodResult> detect(Workshop& workshop, const Arm& arm,
                                              const Pairing& pairing, const std::string& name,
                                              Reproduction& result);

}  // namespace qualm::cli
