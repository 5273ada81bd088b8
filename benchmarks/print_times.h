// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>

/// Prints the seconds of one action, one line for each of at least three rounds of `n` actions that
/// take `seconds` together.
template <class Action>
void print_times(double seconds, std::size_t n, const Action& action) {
  for (int round = 0; round < 3 || seconds > 0; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < n; ++i) action();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    seconds -= passed.count();
    std::printf("%.12f\n", passed.count() / static_cast<double>(n));
  }
}
