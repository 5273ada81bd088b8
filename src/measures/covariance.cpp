// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

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
  double sum = 0;
  for (std::size_t k = 0; k < n_classes; ++k) {
    alpha[k] = prior + predictions.array().at(std::array{instance, std::size_t{0}, k});
    sum += alpha[k];
  }
  Covariance result = empty_covariance(n_classes);
  for (std::size_t j = 0; j < n_classes; ++j) {
    double others = 0;
    for (std::size_t k = 0; k < n_classes; ++k) {
      if (k != j) others += alpha[k];
    }
    for (std::size_t k = 0; k < n_classes; ++k) {
      const double term =
          j == k ? alpha[j] / sum * (others / sum) : -(alpha[j] / sum) * (alpha[k] / sum);
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
  // Differences to the first member: their covariance is exactly zero for equal members.
  std::vector<double> shift(n_classes);
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (std::size_t k = 0; k < n_classes; ++k) {
      shift[k] += weights[m] * (members[m][k] - members[0][k]);
    }
  }
  Covariance result = empty_covariance(n_classes);
  for (std::size_t m = 0; m < members.size(); ++m) {
    const std::vector<double>& p = members[m];
    for (std::size_t j = 0; j < n_classes; ++j) {
      const double deviation = p[j] - members[0][j] - shift[j];
      for (std::size_t k = 0; k < n_classes; ++k) {
        const std::size_t place = j * n_classes + k;
        result.aleatoric[place] += weights[m] * (j == k ? p[j] * (1 - p[j]) : -p[j] * p[k]);
        result.epistemic[place] += weights[m] * deviation * (p[k] - members[0][k] - shift[k]);
      }
    }
  }
  add_up_total(result);
  return result;
}

}  // namespace qualm
