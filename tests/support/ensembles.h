// SPDX-License-Identifier: Apache-2.0
// Random ensembles for tests, and their rows as the reference wants them.
#pragma once

#include <cmath>
#include <vector>

#include "qualm/array.h"
#include "qualm/predictions.h"
#include "qualm/random.h"
#include "support/reference.h"

namespace ensembles {

struct Shape {
  std::size_t n, m, k;
};

/// (n, m, k) probabilities in C order: Dirichlet rows around a common centre, `spread` apart
/// (relative); small concentrations make confident rows.
template <class T>
std::vector<T> random_probabilities(Shape shape, double concentration, double spread,
                                    std::uint64_t seed) {
  std::vector<T> values(shape.n * shape.m * shape.k);
  std::vector<double> centre(shape.k), row(shape.k);
  for (std::size_t i = 0; i < shape.n; ++i) {
    qualm::Random random(seed, i);
    for (double& value : centre) value = random.log_gamma_variate(concentration);
    for (std::size_t m = 0; m < shape.m; ++m) {
      double greatest = -1e300, sum = 0;
      for (std::size_t k = 0; k < shape.k; ++k) {
        row[k] = centre[k] + spread * random.normal();
        greatest = std::max(greatest, row[k]);
      }
      for (double& value : row) sum += value = std::exp(value - greatest);
      for (std::size_t k = 0; k < shape.k; ++k) {
        values[(i * shape.m + m) * shape.k + k] = static_cast<T>(row[k] / sum);
      }
    }
  }
  return values;
}

/// (n, m, k) logits in C order, all of each instance's within a random gap of up to 700: most rows
/// have a probability near one. Members differ by a normal variate of 1 to 1000 times least_spread;
/// in every fourth instance they also disagree about the greatest class.
template <class T>
std::vector<T> confident_logits(Shape shape, std::uint64_t seed, double least_spread = 0.005) {
  std::vector<T> values;
  for (std::size_t i = 0; i < shape.n; ++i) {
    qualm::Random random(seed, i);
    const double gap = 700 * std::pow(random.uniform(), 2);
    const double spread = least_spread * std::pow(1000, random.uniform());
    std::vector<double> centre(shape.k);
    for (double& value : centre) value = -gap * random.uniform();
    const std::size_t top = random.below(shape.k);
    centre[top] = 0;
    for (std::size_t m = 0; m < shape.m; ++m) {
      std::vector<double> row = centre;
      if (i % 4 == 3) std::swap(row[top], row[random.below(shape.k)]);
      const double shift = 10 * random.normal();
      for (const double value : row) {
        values.push_back(static_cast<T>(value + shift + spread * random.normal()));
      }
    }
  }
  return values;
}

/// Instance i, as the reference wants it.
template <class T>
reference::Sample sample(const std::vector<T>& values, Shape shape, std::size_t i,
                         qualm::Input input = qualm::Input::probs,
                         const reference::Row& weights = {}) {
  std::vector<reference::Row> members(shape.m, reference::Row(shape.k));
  for (std::size_t m = 0; m < shape.m; ++m) {
    for (std::size_t k = 0; k < shape.k; ++k) {
      members[m][k] = values[(i * shape.m + m) * shape.k + k];
    }
  }
  return input == qualm::Input::logits ? reference::Sample::of_logits(members, weights)
                                       : reference::Sample(members, weights);
}

}  // namespace ensembles
