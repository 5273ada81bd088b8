// SPDX-License-Identifier: Apache-2.0
#include "made_ensemble.h"

#include <algorithm>
#include <cmath>

#include "qualm/random.h"

namespace qualm::cli {
namespace {

/// The class that each one is most easily taken for.
constexpr std::size_t lookalike[10] = {6, 3, 4, 0, 2, 7, 0, 9, 1, 7};

void append_softmax(const std::vector<double>& logits, std::vector<float>& out) {
  const double greatest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (const double logit : logits) sum += std::exp(logit - greatest);
  for (const double logit : logits)
    out.push_back(static_cast<float>(std::exp(logit - greatest) / sum));
}

}  // namespace

MadeEnsemble make_ensemble(std::uint64_t seed) {
  MadeEnsemble made;
  made.class_names = {"T-shirt", "Trouser", "Pullover", "Dress", "Coat",
                      "Sandal",  "Shirt",   "Sneaker",  "Bag",   "Ankle boot"};
  for (std::size_t i = 0; i < made.n_instances; ++i) {
    Random random(seed, i);
    const std::size_t truth = random.below(made.n_classes);
    const double kind = random.uniform();
    const double margin = kind < 0.75 ? 7 + 2 * random.normal() : 2 * random.uniform();
    const double disagreement = kind < 0.92 ? 0.4 : 2.5;
    std::vector<double> shared(made.n_classes);
    for (double& logit : shared) logit = random.normal();
    shared[truth] += 5 + margin;
    shared[lookalike[truth]] += 5;
    for (std::size_t m = 0; m < made.n_members; ++m) {
      std::vector<double> logits = shared;
      for (double& logit : logits) logit += disagreement * random.normal();
      append_softmax(logits, made.probabilities);
    }
  }
  return made;
}

}  // namespace qualm::cli
