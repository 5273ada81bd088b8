// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "measures/dirichlet_groups.h"
#include "measures/scale.h"
#include "qualm/error.h"
#include "theory/law.h"
#include "theory/mixture_distance.h"

namespace qualm {
namespace {

using detail::LawParts;
using detail::WithError;

struct ThreeParts {
  WithError total, aleatoric, epistemic;
};

// The means of all components, and how far each is from the mean of the mixture.
class Means {
 public:
  explicit Means(const Distribution& distribution) : mean_(distribution.mean()) {
    const std::size_t n = distribution.components().size();
    for (std::size_t i = 0; i < n; ++i) of_components_.push_back(distribution.law(i).mean());
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<double> difference(mean_.size());
      for (std::size_t j = 0; j < n; ++j) {
        // A sum of differences: exactly zero where the means are equal.
        for (std::size_t k = 0; k < mean_.size(); ++k) {
          difference[k] +=
              distribution.components()[j].weight * (of_components_[i][k] - of_components_[j][k]);
        }
      }
      differences_.push_back(std::move(difference));
    }
  }

  /// D(mean, mean of the component). Means are good to a few ulp, which D feels in the first order.
  [[nodiscard]] WithError divergence(const Measure& measure, std::size_t component) const {
    if (of_components_.size() == 1) return {};
    const double value = measure.family().divergence(mean_, of_components_[component],
                                                     differences_[component], measure.arguments());
    return {value, 1e-13 * value + 1e-14};
  }
  [[nodiscard]] WithError rest() const {
    const auto best = std::max_element(mean_.begin(), mean_.end()) - mean_.begin();
    return detail::rounded(detail::sums_of_others(mean_)[static_cast<std::size_t>(best)]);
  }

 private:
  const std::vector<double>& mean_;
  std::vector<std::vector<double>> of_components_, differences_;
};

// With m_c the mean of component c and m that of all, E_c D(m, Theta) = E_c D(m_c, Theta) +
// D(m, m_c): what is uncertain within components and between them. All terms are >= 0.
ThreeParts mixed_parts(const Distribution& distribution, const Measure& measure,
                       const Means& means) {
  const bool is_additive = measure.family().relation == Relation::additive;
  const bool is_mixture = distribution.components().size() > 1;
  ThreeParts result;
  for (std::size_t i = 0; i < distribution.components().size(); ++i) {
    const double weight = distribution.components()[i].weight;
    const LawParts parts = distribution.law(i).parts(measure);
    result.aleatoric += weight * parts.aleatoric;
    result.epistemic += weight * (parts.epistemic + means.divergence(measure, i));
  }
  if (is_additive) {
    result.total = result.aleatoric + result.epistemic;
    return result;
  }
  // A mixture has a distance of its own.
  if (is_mixture) result.epistemic = detail::mixture_distance(distribution);
  result.total = means.rest();
  return result;
}

}  // namespace

std::vector<DistributionMeasure> measure(const Distribution& distribution,
                                         const MeasureOptions& options) {
  if (!options.class_weights.empty()) {
    throw_usage("distributions are measured with equal class weights: leave them out");
  }
  const Means means(distribution);
  std::vector<DistributionMeasure> result;
  for (const Measure& each : options.measures) {
    const Family& row = each.family();
    if (!row.entropy || !row.divergence || !row.of_dirichlet) {
      throw_usage("measure '" + each.name() + "' does not support distributions: leave it out");
    }
    const double scale =
        detail::scale_of(each, options, distribution.n_classes(), detail::Logarithm::natural);
    const ThreeParts parts = mixed_parts(distribution, each, means);
    DistributionMeasure measured{each, unit_of(each, options), {}, {}};
    const WithError aleatoric = scale * parts.aleatoric, epistemic = scale * parts.epistemic;
    const WithError total =
        row.relation == Relation::additive ? aleatoric + epistemic : scale * parts.total;
    // Scaling rounds once more.
    const auto error_of = [](const WithError& x) {
      return x.error + 4 * std::numeric_limits<double>::epsilon() * x.value;
    };
    measured.values = {total.value, aleatoric.value, epistemic.value};
    measured.errors = {error_of(total), error_of(aleatoric), error_of(epistemic)};
    result.push_back(std::move(measured));
  }
  return result;
}

}  // namespace qualm
