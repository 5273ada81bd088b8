// SPDX-License-Identifier: Apache-2.0
#include "qualm/theory/atoms.h"

#include <map>
#include <memory>
#include <mutex>

namespace qualm {
namespace {

MeasureOptions options_for(const Measure& measure, std::span<const double> class_weights) {
  MeasureOptions options;
  options.measures = {measure};
  options.threads = 1;
  options.ordered = measure.family().ordered;
  if (measure.family().label_wise) {
    options.class_weights.assign(class_weights.begin(), class_weights.end());
  }
  return options;
}

PartValues first_of(const Measures& measures) {
  const Parts& parts = measures.families[0].parts;
  const auto first_or_none = [](const std::vector<double>& values) {
    return values.empty() ? 0 : values[0];
  };
  return {first_or_none(parts.total), first_or_none(parts.aleatoric),
          first_or_none(parts.epistemic)};
}

struct KnownValues {
  std::mutex mutex;
  std::map<std::vector<double>, PartValues> values;  // by class weights
};

}  // namespace

std::vector<double> Atoms::mean() const {
  std::vector<double> sum(n_classes());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weights[i] * points[i][k];
  }
  return sum;
}

UncertaintyMeasure measure_of(const Measure& of) {
  UncertaintyMeasure result;
  result.name = of.name();
  result.is_family = of.is_ours();
  result.parts = of.family().parts;
  result.uses_class_weights = of.family().label_wise;
  // Sums over members are good to rounding; bounds of a credal set are searched for.
  if (of.is_ours() && of.family().relation != Relation::bounds) result.accuracy = 1e-12;
  result.of_atoms = [of](const Atoms& atoms, std::span<const double> class_weights) {
    std::vector<double> p;
    for (const std::vector<double>& point : atoms.points) {
      p.insert(p.end(), point.begin(), point.end());
    }
    PredictionOptions how;
    how.member_weights = atoms.weights;
    const Predictions predictions(contiguous_view(p, {1, atoms.points.size(), atoms.n_classes()}),
                                  std::move(how));
    return first_of(measure(predictions, options_for(of, class_weights)));
  };
  if (of.family().relation == Relation::bounds && !of.family().of_dirichlet) {
    // Its points fill the simplex: from certain to the maximum.
    result.of_uniform = [of](std::size_t n_classes, std::span<const double> class_weights) {
      const double greatest = of.family().maximum(n_classes, class_weights, of.arguments());
      return PartValues{greatest, 0, greatest};
    };
  }
  if (!of.family().of_dirichlet) return result;
  const auto known = std::make_shared<KnownValues>();  // the quadratures of some families are slow
  result.of_uniform = [of, known](std::size_t n_classes, std::span<const double> class_weights) {
    std::vector<double> key(class_weights.begin(), class_weights.end());
    if (!of.family().label_wise) key.assign(n_classes, 1.0);
    const std::lock_guard lock(known->mutex);
    if (const auto found = known->values.find(key); found != known->values.end()) {
      return found->second;
    }
    const std::vector<double> alpha(n_classes, 1.0);
    PredictionOptions how;
    how.input = Input::dirichlet;
    const Predictions predictions(contiguous_view(alpha, {1, n_classes}), std::move(how));
    return known->values[key] = first_of(measure(predictions, options_for(of, class_weights)));
  };
  return result;
}

}  // namespace qualm
