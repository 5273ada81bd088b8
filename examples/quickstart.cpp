// SPDX-License-Identifier: Apache-2.0
// Aleatoric and epistemic uncertainty of two instances, three members and three classes.
#include <cstdio>
#include <vector>

#include "qualm/measures.h"

int main() {
  const std::vector<double> probabilities = {
      0.4, 0.3, 0.3, 0.4, 0.3, 0.3, 0.4, 0.3, 0.3,  // members are equal and uncertain
      1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0,  // each member is certain of another class
  };
  const qualm::Predictions predictions(qualm::contiguous_view(std::span(probabilities), {2, 3, 3}),
                                       {});
  const qualm::Measures result = qualm::measure(predictions);
  for (const qualm::FamilyResult& family : result.families) {
    for (std::size_t i = 0; i < result.n_instances; ++i) {
      std::printf("%-8s row %zu: total %.4f = aleatoric %.4f + epistemic %.4f %s\n",
                  family.measure.name().c_str(), i, family.parts.total[i],
                  family.parts.aleatoric[i], family.parts.epistemic[i], family.unit.c_str());
    }
  }
}
