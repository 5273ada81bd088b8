// SPDX-License-Identifier: Apache-2.0
#include "qualm/column.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>

#include "qualm/evaluation/merge.h"
#include "qualm/random.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

class ColumnMemory : public testing::Test {
 protected:
  void TearDown() override { set_column_memory(std::numeric_limits<std::uint64_t>::max()); }
};

TEST_F(ColumnMemory, does_not_change_what_a_column_holds) {
  set_column_memory(1);
  Column<double> numbers;
  for (int i = 0; i < 100'000; ++i) numbers.push_back(i);
  const Column<double> copy = numbers;
  EXPECT_EQ(std::accumulate(copy.begin(), copy.end(), 0.0), 99'999.0 * 50'000);
  EXPECT_EQ(copy, numbers);
}

TEST_F(ColumnMemory, does_not_change_a_tally) {
  Random random(1);
  std::vector<double> scores;
  std::vector<std::uint8_t> flags;
  for (int i = 0; i < 50'000; ++i) {
    scores.push_back(static_cast<double>(random.below(30'000)));
    flags.push_back(static_cast<std::uint8_t>(random.below(2)));
  }
  const Tally in_memory = tally_of(scores, flags);
  set_column_memory(100'000);
  ASSERT_LT(rows_to_sort(), scores.size());
  const Tally in_files = tally_of(scores, flags);
  EXPECT_EQ(*in_files.scores, *in_memory.scores);
  EXPECT_EQ(in_files.negatives, in_memory.negatives);
  EXPECT_EQ(in_files.positives, in_memory.positives);
}

TEST_F(ColumnMemory, names_the_folder_without_room) {
  set_column_memory(1);
  const char* const given = std::getenv("TMPDIR");
  const std::string before = given == nullptr ? "" : given;
  ::setenv("TMPDIR", "/nowhere/to/be/found", 1);
  expect_error(ErrorKind::system, {"/nowhere/to/be/found", "TMPDIR"},
               [] { static_cast<void>(Column<double>(100'000)); });
  if (given == nullptr) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", before.c_str(), 1);
  }
}

}  // namespace
}  // namespace qualm
