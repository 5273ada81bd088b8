// SPDX-License-Identifier: Apache-2.0
// The greatest relative error of all measures of an ensemble against the long-double definition.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "qualm/measures.h"
#include "support/ensembles.h"
#include "support/families.h"
#include "support/reference.h"

namespace worst {

template <class T>
inline constexpr double promised = sizeof(T) == 4 ? 1e-5 : 1e-9;

struct Worst {
  double error = 0;
  std::string where;

  /// Values below `floor` are beyond the promise; so are negative ones, of rows that do not sum to
  /// one.
  void see(double value, reference::Real expected, double floor, const std::string& place) {
    if (expected < floor || (std::isinf(value) && value == expected)) return;
    const double now = std::fabs(static_cast<double>((value - expected) / expected));
    if (now > error || std::isnan(now)) {
      error = std::isnan(now) ? 1e300 : now;
      std::ostringstream text;
      text.precision(17);
      text << place << ": " << value << " for " << expected;
      where = text.str();
    }
  }
  void see(const qualm::Parts& parts, std::size_t i, const reference::Value& expected, double floor,
           const std::string& place) {
    const auto see_part = [&](const std::vector<double>& values, reference::Real wanted,
                              const char* part) {
      if (!values.empty()) see(values[i], wanted, floor, place + part);  // else it has no such part
    };
    see_part(parts.total, expected.total, " total");
    see_part(parts.aleatoric, expected.aleatoric, " aleatoric");
    see_part(parts.epistemic, expected.epistemic, " epistemic");
  }
};

/// Of every part of the measures, for rows and for classes.
template <class T>
Worst worst_error(const std::vector<T>& values, ensembles::Shape shape,
                  const qualm::PredictionOptions& how, const std::vector<double>& class_weights,
                  double floor,
                  const std::vector<qualm::Measure>& measures =
                      families::measures_that(families::are_expectations)) {
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}), how);
  qualm::MeasureOptions options;
  options.measures = measures;
  options.ordered = true;
  options.class_weights = class_weights;
  options.per_class = true;
  const qualm::Measures result = qualm::measure(predictions, options);
  Worst worst;
  const reference::Row weights(how.member_weights.begin(), how.member_weights.end());
  const reference::Row importance(class_weights.begin(), class_weights.end());
  for (std::size_t i = 0; i < shape.n; ++i) {
    const reference::Sample sample = ensembles::sample(values, shape, i, how.input, weights);
    for (const qualm::FamilyResult& got : result.families) {
      const std::string place = std::string(got.measure.name()) + " row " + std::to_string(i);
      worst.see(got.parts, i, reference::measure(got.measure, sample, importance), floor, place);
      if (got.per_class.total.empty()) continue;
      for (std::size_t k = 0; k < shape.k; ++k) {
        const reference::Value of_class = got.measure == qualm::Measure("variance")
                                              ? reference::variance_of_class(sample, k)
                                              : reference::label_entropy_of_class(sample, k);
        worst.see(got.per_class, i * shape.k + k, of_class, floor,
                  place + " class " + std::to_string(k));
      }
    }
  }
  return worst;
}

}  // namespace worst
