// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "array/sorted_sum.h"
#include "measures/dirichlet_groups.h"
#include "qualm/error.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

Covariance empty_covariance(std::size_t n_classes) {
  const std::vector<double> zeros(n_classes * n_classes);
  return {n_classes, zeros, zeros, zeros};
}

void add_up_total(Covariance& matrices) {
  for (std::size_t i = 0; i < matrices.total.size(); ++i) {
    matrices.total[i] = matrices.aleatoric[i] + matrices.epistemic[i];
  }
}

// Cov = (diag m - m m^T) / (a0 + 1), and a0 times that is what chance contributes.
Covariance dirichlet_covariance(const Predictions& predictions, std::size_t instance) {
  const std::size_t n_classes = predictions.n_classes();
  const double prior = predictions.options().input == Input::counts ? 1 : 0;
  std::vector<double> alpha(n_classes);
  for (std::size_t k = 0; k < n_classes; ++k) {
    alpha[k] = prior + predictions.array().at(std::array{instance, std::size_t{0}, k});
  }
  const double sum = detail::sum_of(alpha);
  const std::vector<double> others = detail::sums_of_others(alpha);
  Covariance result = empty_covariance(n_classes);
  for (std::size_t j = 0; j < n_classes; ++j) {
    for (std::size_t k = 0; k < n_classes; ++k) {
      const double term =
          j == k ? alpha[j] / sum * (others[j] / sum) : -(alpha[j] / sum) * (alpha[k] / sum);
      result.epistemic[j * n_classes + k] = term / (sum + 1);
      result.aleatoric[j * n_classes + k] = term / (sum + 1) * sum;
    }
  }
  add_up_total(result);
  return result;
}

}  // namespace

Covariance covariance(const Predictions& predictions, std::size_t instance) {
  if (instance >= predictions.n_instances()) {
    throw_usage("instance " + std::to_string(instance) + " does not exist: there are " +
                std::to_string(predictions.n_instances()));
  }
  check_rows(predictions, instance, instance + 1);
  if (predictions.is_dirichlet()) return dirichlet_covariance(predictions, instance);

  const std::size_t n_classes = predictions.n_classes();
  const std::vector<double>& weights = predictions.member_weights();
  std::vector<std::vector<double>> members;
  for (std::size_t m = 0; m < predictions.n_members(); ++m) {
    members.push_back(member_probabilities(predictions, instance, m));
  }
  // What is averaged are differences to the smallest member: deviations are exactly zero for equal
  // members.
  std::vector<double> terms(members.size());
  std::vector<std::vector<double>> deviations(n_classes, std::vector<double>(members.size()));
  for (std::size_t k = 0; k < n_classes; ++k) {
    std::vector<double>& deviation = deviations[k];
    for (std::size_t m = 0; m < members.size(); ++m) deviation[m] = members[m][k];
    const double least = *std::min_element(deviation.begin(), deviation.end());
    for (std::size_t m = 0; m < members.size(); ++m) terms[m] = weights[m] * (deviation[m] - least);
    const double shift = sorted_sum(terms);
    for (double& value : deviation) value = value - least - shift;
  }
  Covariance result = empty_covariance(n_classes);
  for (std::size_t j = 0; j < n_classes; ++j) {
    for (std::size_t k = 0; k < n_classes; ++k) {
      const std::size_t place = j * n_classes + k;
      for (std::size_t m = 0; m < members.size(); ++m) {
        const std::vector<double>& p = members[m];
        terms[m] = weights[m] * (j == k ? p[j] * (1 - p[j]) : -p[j] * p[k]);
      }
      result.aleatoric[place] = sorted_sum(terms);
      for (std::size_t m = 0; m < members.size(); ++m) {
        terms[m] = weights[m] * (deviations[j][m] * deviations[k][m]);
      }
      result.epistemic[place] = sorted_sum(terms);
    }
  }
  add_up_total(result);
  return result;
}

}  // namespace qualm
