// SPDX-License-Identifier: Apache-2.0
// Seconds that a RowMeasurer takes for one row of float32 probabilities: variance and entropy, a
// thousand different rows in turn. usage: row_speed MEMBERS CLASSES SECONDS
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "print_times.h"
#include "qualm/measures/row_measurer.h"
#include "qualm/random.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s MEMBERS CLASSES SECONDS\n", argv[0]);
    return 2;
  }
  try {
    const auto n_members = static_cast<std::size_t>(std::atoi(argv[1]));
    const auto n_classes = static_cast<std::size_t>(std::atoi(argv[2]));
    constexpr std::size_t n_rows = 1000;
    qualm::Random random(1);
    std::vector<float> rows;
    for (std::size_t i = 0; i < n_rows * n_members; ++i) {
      std::vector<double> p(n_classes);
      double sum = 0;
      for (double& value : p) sum += value = std::exp(2 * random.normal());
      for (const double value : p) rows.push_back(static_cast<float>(value / sum));
    }
    qualm::RowMeasurer<float> measure_row(n_members, n_classes);
    const std::size_t per_row = n_members * n_classes;
    std::size_t i = 0;
    print_times(std::atof(argv[3]), n_rows, [&] {
      measure_row(std::span<const float>(rows).subspan(i * per_row, per_row));
      i = (i + 1) % n_rows;
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "row_speed: %s\n", error.what());
    return 1;
  }
  return 0;
}
