// SPDX-License-Identifier: Apache-2.0
// An inference loop that rejects uncertain predictions: measure each batch, accept rows whose score
// is at most a threshold. The result is reused, so that later batches allocate nothing new for it.
#include <cstdio>
#include <vector>

#include "qualm/measures.h"
#include "qualm/random.h"

namespace {

constexpr std::size_t batch_size = 256, n_members = 5, n_classes = 10;

/// Stands in for an ensemble of networks: fills (batch, members, classes) with logits.
void predict(std::uint64_t batch, std::vector<float>& logits) {
  qualm::Random random(/*seed=*/0, batch);
  for (std::size_t row = 0; row < batch_size; ++row) {
    const std::uint64_t favourite = random.below(n_classes);
    const double noise = 3 * random.uniform();  // how far the members are apart
    for (std::size_t member = 0; member < n_members; ++member) {
      for (std::size_t k = 0; k < n_classes; ++k) {
        logits[(row * n_members + member) * n_classes + k] =
            static_cast<float>((k == favourite ? 6 : 0) + noise * random.normal());
      }
    }
  }
}

}  // namespace

int main() {
  const double threshold = 0.05;  // from `qualm reject --guarantee` on held-out rows
  qualm::MeasureOptions options;
  options.measures = {"variance"};
  options.threads = 1;
  qualm::PredictionOptions kind;
  kind.input = qualm::Input::logits;
  std::vector<float> logits(batch_size * n_members * n_classes);
  qualm::Measures result;
  std::size_t n_accepted = 0;
  const std::uint64_t n_batches = 20;
  for (std::uint64_t batch = 0; batch < n_batches; ++batch) {
    predict(batch, logits);
    const qualm::Predictions predictions(
        qualm::contiguous_view(std::span<const float>(logits), {batch_size, n_members, n_classes}),
        kind);
    qualm::measure(predictions, options, result);
    for (const double epistemic : result.families[0].parts.epistemic) {
      n_accepted += epistemic <= threshold;
    }
  }
  std::printf("accepted %zu of %zu rows\n", n_accepted,
              static_cast<std::size_t>(n_batches * batch_size));
}
