// SPDX-License-Identifier: Apache-2.0
// Seconds that measure() takes on the predictions of a file, read into memory before: one line for
// each of at least three calls that take SECONDS together. The measures are variance and entropy,
// threads go by OMP_NUM_THREADS. usage: measure_speed FILE SECONDS [AXES [INPUT]]
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "print_times.h"
#include "qualm/analysis.h"

int main(int argc, char** argv) {
  if (argc < 3 || argc > 5) {
    std::fprintf(stderr, "usage: %s FILE SECONDS [AXES [INPUT]]\n", argv[0]);
    return 2;
  }
  try {
    qualm::PredictionFiles files;
    files.paths = {argv[1]};
    files.axes = argc > 3 ? argv[3] : "nmk";
    if (argc > 4) files.input = qualm::parse_input(argv[4]);
    const qualm::PredictionSet set(files);
    std::vector<std::byte> memory;
    const qualm::Predictions predictions = set.read(0, 0, set.n_instances(), memory);
    qualm::Measures result;
    qualm::measure(predictions, {}, result);  // makes room
    print_times(std::atof(argv[2]), 1, [&] { qualm::measure(predictions, {}, result); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_speed: %s\n", error.what());
    return 1;
  }
  return 0;
}
