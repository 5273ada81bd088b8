// SPDX-License-Identifier: Apache-2.0
// Seconds that measure() takes on the predictions of a file, read into memory before: one line for
// each of at least three calls that take SECONDS together. Axes are nmk, the measures are variance
// and entropy. usage: measure_speed FILE SECONDS [INPUT]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "qualm/analysis.h"

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s FILE SECONDS [INPUT]\n", argv[0]);
    return 2;
  }
  try {
    qualm::PredictionFiles files;
    files.paths = {argv[1]};
    files.axes = "nmk";
    if (argc == 4) files.input = qualm::parse_input(argv[3]);
    const qualm::PredictionSet set(files);
    std::vector<std::byte> memory;
    const qualm::Predictions predictions = set.read(0, 0, set.n_instances(), memory);
    qualm::Measures result;
    qualm::measure(predictions, {}, result);  // makes room
    double left = std::atof(argv[2]);
    for (int repeat = 0; repeat < 3 || left > 0; ++repeat) {
      const auto start = std::chrono::steady_clock::now();
      qualm::measure(predictions, {}, result);
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      left -= passed.count();
      std::printf("%.6f\n", passed.count());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_speed: %s\n", error.what());
    return 1;
  }
  return 0;
}
