// SPDX-License-Identifier: Apache-2.0
#include "measures/tsallis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "array/sorted_sum.h"
#include "measures/scale.h"
#include "measures/special_functions.h"
#include "parallel/parallel.h"

namespace qualm::detail {
namespace {

// (t - t^q) / (q - 1), t >= 0: what an outcome of probability t adds to the entropy.
double entropy_of_outcome(double t, double q) {
  if (t == 0) return 0;
  const double r = q - 1;
  const double exponent = r * std::log(t);
  if (exponent > 1) return (t - std::pow(t, q)) / r;  // the exponential alone may overflow
  return -t * std::expm1(exponent) / r;
}

// [p^q - mean^q - q mean^(q-1) difference] / (q - 1) = mean^q f(d), d = difference / mean,
// f(d) = [(1 + d)^q - 1 - q d] / (q - 1).
double divergence_of_outcome(double mean, double p, double difference, double q) {
  if (mean == 0 || difference == 0) return 0;
  const double r = q - 1;
  const double d = difference / mean;
  double f;
  if (std::fabs(d) <= 0.5) {                                       // f is a small difference
    const double from_entropy = (1 + d) * log1p_minus(d) + d * d;  // the limit of f at q = 1
    f = from_entropy + (1 + d) * expm1_minus(r * std::log1p(d)) / r;
  } else if (d > 0 && std::fabs(r * std::log1p(d)) > 1) {  // f, or d itself, may overflow
    const double tangent = std::pow(mean, r) * (mean + q * difference);
    return std::min((std::pow(p, q) - tangent) / r, std::numeric_limits<double>::max());
  } else {
    f = -entropy_of_outcome(p / mean, q) - d;
  }
  return std::pow(mean, q) * std::max(0.0, f);
}

// Each call on a thread uses the memory of the one before.
std::span<double> room_for_terms(std::size_t n) {
  static thread_local std::vector<double> terms;
  terms.resize(n);
  return terms;
}

}  // namespace

double tsallis_entropy(std::span<const double> p, double q) {
  const std::span<double> terms = room_for_terms(p.size());
  std::transform(p.begin(), p.end(), terms.begin(),
                 [q](double x) { return entropy_of_outcome(std::min(x, 1.0), q); });
  return sorted_sum(terms);
}

double tsallis_divergence(std::span<const double> mean, std::span<const double> p,
                          std::span<const double> difference, double q) {
  const std::span<double> terms = room_for_terms(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    terms[k] = divergence_of_outcome(mean[k], p[k], difference[k], q);
  }
  return sorted_sum(terms);
}

PartsOf tsallis_of_members(std::span<const std::vector<double>> members,
                           std::span<const double> weights, double order) {
  const std::size_t n_classes = members[0].size();
  std::vector<double> mean(n_classes), terms(members.size());
  std::vector<std::vector<double>> differences(members.begin(), members.end());
  for (std::size_t k = 0; k < n_classes; ++k) {
    double smallest = members[0][k];
    for (const std::vector<double>& p : members) smallest = std::min(smallest, p[k]);
    for (std::size_t m = 0; m < members.size(); ++m) {
      terms[m] = weights[m] * (members[m][k] - smallest);
    }
    const double above = sorted_sum(terms);  // exactly 0 for equal members
    mean[k] = smallest + above;
    for (std::vector<double>& row : differences) row[k] = (row[k] - smallest) - above;
  }
  std::vector<double> aleatoric(members.size()), epistemic(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    aleatoric[m] = weights[m] * tsallis_entropy(members[m], order);
    epistemic[m] = weights[m] * tsallis_divergence(mean, members[m], differences[m], order);
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
