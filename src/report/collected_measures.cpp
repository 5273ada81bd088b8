// SPDX-License-Identifier: Apache-2.0
#include "report/collected_measures.h"

namespace qualm::report {
namespace {

void append(std::vector<double>& to, const std::vector<double>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append(Parts& to, const Parts& from) {
  append(to.total, from.total);
  append(to.aleatoric, from.aleatoric);
  append(to.epistemic, from.epistemic);
}

}  // namespace

void CollectedMeasures::add(const MeasuredBlock& block) {
  const Measures& part = block.measures;
  if (all.families.empty()) {
    all = part;
    deviation = block.deviation;
    return;
  }
  all.n_instances += part.n_instances;
  all.renormalized_rows += part.renormalized_rows;
  all.predicted.insert(all.predicted.end(), part.predicted.begin(), part.predicted.end());
  append(all.mean, part.mean);
  for (std::size_t f = 0; f < all.families.size(); ++f) {
    append(all.families[f].parts, part.families[f].parts);
    append(all.families[f].per_class, part.families[f].per_class);
    if (!deviation.empty()) append(deviation[f], block.deviation[f]);
  }
}

}  // namespace qualm::report
