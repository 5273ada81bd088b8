// SPDX-License-Identifier: Apache-2.0
// Random ensembles for tests, and their rows as the reference wants them.
#pragma once

#include <cmath>
#include <vector>

#include "qualm/array.h"
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

template <class T>
reference::Sample sample(const std::vector<T>& values, Shape shape, std::size_t i,
                         reference::Row weights = {}) {
  std::vector<reference::Row> members(shape.m, reference::Row(shape.k));
  for (std::size_t m = 0; m < shape.m; ++m) {
    for (std::size_t k = 0; k < shape.k; ++k) {
      members[m][k] = values[(i * shape.m + m) * shape.k + k];
    }
  }
  return reference::Sample(std::move(members), std::move(weights));
}

}  // namespace ensembles
