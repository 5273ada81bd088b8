// SPDX-License-Identifier: Apache-2.0
#include "parallel/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "qualm/error.h"

namespace {

TEST(ParallelFor, visits_every_index_once_whatever_the_grain_and_the_threads) {
  for (const std::size_t n : {0UL, 1UL, 7UL, 1000UL}) {
    for (const std::size_t grain : {0UL, 1UL, 3UL, 2000UL}) {
      for (const unsigned threads : {0U, 1U, 2U, 5U}) {
        std::vector<std::atomic<int>> visits(n);
        qualm::parallel_for(n, grain, threads, [&](std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) ++visits[i];
        });
        for (const auto& count : visits) ASSERT_EQ(count, 1);
      }
    }
  }
}

TEST(ParallelFor, reports_the_first_error_whatever_the_timing) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      qualm::parallel_for(100, 1, 4, [](std::size_t first, std::size_t) {
        if (first >= 13) qualm::throw_data("row " + std::to_string(first));
      });
      FAIL() << "nothing was thrown";
    } catch (const qualm::Error& error) {
      ASSERT_STREQ(error.what(), "row 13");
    }
  }
}

TEST(ParallelFor, takes_the_number_of_threads_from_the_environment) {
  setenv("OMP_NUM_THREADS", "3", 1);
  EXPECT_EQ(qualm::resolve_threads(0), 3U);
  EXPECT_EQ(qualm::resolve_threads(2), 2U);
  setenv("OMP_NUM_THREADS", "many", 1);
  EXPECT_GE(qualm::resolve_threads(0), 1U);
  unsetenv("OMP_NUM_THREADS");
}

}  // namespace
