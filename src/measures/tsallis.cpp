// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <algorithm>
#include <cmath>

#include "array/sorted_sum.h"
#include "measures/scale.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

// (1 + d)^q - 1 - q d, without the cancellation of small d.
double power_excess(double d, double q) {
  if (std::fabs(d) > 1e-3) return std::pow(1 + d, q) - 1 - q * d;
  return q * (q - 1) / 2 * d * d *
         (1 +
          (q - 2) / 3 * d * (1 + (q - 3) / 4 * d * (1 + (q - 4) / 5 * d * (1 + (q - 5) / 6 * d))));
}

// Equal members give exactly their value, because what is averaged are differences to the smallest.
std::vector<double> mean_of(std::span<const std::vector<double>> members,
                            std::span<const double> weights) {
  std::vector<double> mean = members[0];
  std::vector<double> terms(members.size());
  for (std::size_t k = 0; k < mean.size(); ++k) {
    for (const std::vector<double>& p : members) mean[k] = std::min(mean[k], p[k]);
    for (std::size_t m = 0; m < members.size(); ++m) {
      terms[m] = weights[m] * (members[m][k] - mean[k]);
    }
    mean[k] += sorted_sum(terms);
  }
  return mean;
}

}  // namespace

double tsallis_entropy(std::span<const double> p, double order) {
  std::vector<double> terms(p.size());
  std::transform(p.begin(), p.end(), terms.begin(),
                 [order](double x) { return std::pow(x, order); });
  return (1 - sorted_sum(terms)) / (order - 1);
}

double tsallis_divergence(std::span<const double> mean, std::span<const double> p, double order) {
  std::vector<double> terms(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (mean[k] == 0 || p[k] == mean[k]) continue;
    terms[k] = std::pow(mean[k], order) * power_excess((p[k] - mean[k]) / mean[k], order);
  }
  return sorted_sum(terms) / (order - 1);
}

PartsOf tsallis_of_members(std::span<const std::vector<double>> members,
                           std::span<const double> weights, double order) {
  const std::vector<double> mean = mean_of(members, weights);
  std::vector<double> aleatoric(members.size()), epistemic(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    aleatoric[m] = weights[m] * std::max(0.0, tsallis_entropy(members[m], order));
    epistemic[m] = weights[m] * tsallis_divergence(mean, members[m], order);
  }
  PartsOf parts{0, sorted_sum(aleatoric), sorted_sum(epistemic)};
  parts.total = parts.aleatoric + parts.epistemic;
  return parts;
}

std::optional<double> asked_tsallis_order(const MeasureOptions& options) {
  const auto& asked = options.families;
  if (std::find(asked.begin(), asked.end(), FamilyId::tsallis) == asked.end()) return std::nullopt;
  return options.tsallis_order;
}

void measure_tsallis(const Predictions& predictions, const MeasureOptions& options,
                     Measures& result) {
  const auto found = std::find_if(result.families.begin(), result.families.end(),
                                  [](const auto& each) { return each.id == FamilyId::tsallis; });
  if (found == result.families.end()) return;
  const Family& row = family(FamilyId::tsallis);
  const double scale = scale_of(row, options, predictions.n_classes());
  const double factor = epistemic_factor(row, options, predictions);
  const std::size_t grain =
      std::max<std::size_t>(1, 4096 / (predictions.n_members() * predictions.n_classes()));
  parallel_for(
      predictions.n_instances(), grain, options.threads, [&](std::size_t first, std::size_t last) {
        std::vector<std::vector<double>> members(predictions.n_members());
        for (std::size_t i = first; i < last; ++i) {
          for (std::size_t m = 0; m < members.size(); ++m) {
            members[m] = member_probabilities(predictions, i, m);
          }
          const PartsOf parts =
              tsallis_of_members(members, predictions.member_weights(), options.tsallis_order);
          const double aleatoric = parts.aleatoric * scale;
          const double epistemic = parts.epistemic * scale * factor;
          found->parts.total[i] = aleatoric + epistemic;
          found->parts.aleatoric[i] = aleatoric;
          found->parts.epistemic[i] = epistemic;
        }
      });
}

}  // namespace qualm::detail
