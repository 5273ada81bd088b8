// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measures/measure_dirichlet.h"
#include "measures/measure_samples.h"
#include "measures/measure_votes.h"
#include "measures/tsallis.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

void resize(Parts& parts, std::size_t size) {
  parts.total.resize(size);
  parts.aleatoric.resize(size);
  parts.epistemic.resize(size);
}

// Makes room; what an old result holds is overwritten, its memory kept.
void make_room(const Predictions& predictions, const MeasureOptions& options, Measures& result) {
  result.n_instances = predictions.n_instances();
  result.n_members = predictions.n_members();
  result.n_classes = predictions.n_classes();
  result.predicted.resize(result.n_instances);
  const std::size_t n_values = result.n_instances * result.n_classes;
  result.mean.resize(options.per_class ? n_values : 0);
  result.families.resize(options.families.size());
  for (std::size_t i = 0; i < options.families.size(); ++i) {
    FamilyResult& values = result.families[i];
    values.id = options.families[i];
    values.unit = unit_of(family(values.id), options);
    resize(values.parts, result.n_instances);
    resize(values.per_class, options.per_class && family(values.id).label_wise ? n_values : 0);
  }
  result.renormalized_rows = 0;
}

}  // namespace

Measures measure(const Predictions& predictions, const MeasureOptions& options) {
  Measures result;
  measure(predictions, options, result);
  return result;
}

void measure(const Predictions& predictions, const MeasureOptions& options, Measures& result) {
  check_options(options, predictions);
  make_room(predictions, options, result);
  if (predictions.is_dirichlet()) {
    detail::measure_dirichlet(predictions, options, result);
  } else if (predictions.options().input == Input::votes) {
    detail::measure_votes(predictions, options, result);
  } else {
    detail::measure_samples(predictions, options, result);
    detail::measure_tsallis(predictions, options, result);
  }
}

}  // namespace qualm
