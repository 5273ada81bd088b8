// SPDX-License-Identifier: Apache-2.0
// Bytes per second at which memory far larger than the caches is read: the best of five passes.
// usage: read_speed THREADS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const std::size_t n_threads = argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 1;
  const std::vector<std::uint64_t> words(std::size_t{1} << 26U, 1);  // 512 MiB
  std::vector<std::uint64_t> sums(n_threads);
  double best = 0;
  for (int pass = 0; pass < 5; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < n_threads; ++t) {
      threads.emplace_back([&, t] {
        const std::size_t share = words.size() / n_threads;
        const std::uint64_t* from = words.data() + t * share;
        std::uint64_t sum[8] = {};  // eight at a time: one after the other would be the limit
        for (std::size_t i = 0; i + 8 <= share; i += 8) {
          for (std::size_t j = 0; j < 8; ++j) sum[j] += from[i + j];
        }
        sums[t] += std::accumulate(sum, sum + 8, std::uint64_t{0});
      });
    }
    for (std::thread& thread : threads) thread.join();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    best = std::max(best, static_cast<double>(words.size() * sizeof(words[0])) / passed.count());
  }
  std::printf("%.4g\n", sums[0] > 0 ? best : 0);
}
