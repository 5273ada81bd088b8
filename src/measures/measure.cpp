// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measures/measure_dirichlet.h"
#include "measures/measure_samples.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

void resize(Parts& parts, std::size_t size) {
  parts.total.resize(size);
  parts.aleatoric.resize(size);
  parts.epistemic.resize(size);
}

Measures empty_result(const Predictions& predictions, const MeasureOptions& options) {
  Measures result;
  result.n_instances = predictions.n_instances();
  result.n_members = predictions.n_members();
  result.n_classes = predictions.n_classes();
  result.predicted.resize(result.n_instances);
  const std::size_t n_values = result.n_instances * result.n_classes;
  if (options.per_class) result.mean.resize(n_values);
  for (const FamilyId id : options.families) {
    FamilyResult& values = result.families.emplace_back();
    values.id = id;
    values.unit = unit_of(family(id), options);
    resize(values.parts, result.n_instances);
    if (options.per_class && family(id).label_wise) resize(values.per_class, n_values);
  }
  return result;
}

}  // namespace

Measures measure(const Predictions& predictions, const MeasureOptions& options) {
  check_options(options, predictions);
  Measures result = empty_result(predictions, options);
  if (predictions.is_dirichlet()) {
    detail::measure_dirichlet(predictions, options, result);
  } else {
    detail::measure_samples(predictions, options, result);
  }
  return result;
}

}  // namespace qualm
