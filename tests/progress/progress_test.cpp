// SPDX-License-Identifier: Apache-2.0
#include "qualm/progress.h"

#include "support/expect_error.h"

namespace qualm {
namespace {

TEST(progress, a_step_is_reported_unless_the_work_is_to_stop) {
  std::vector<std::uint64_t> told;
  bool stop = false;
  const Progress progress{[&](std::uint64_t done, std::uint64_t total) {
                            told.push_back(done);
                            told.push_back(total);
                          },
                          [&] { return stop; }};
  step(progress, 3, 7);
  stop = true;
  expect_error(ErrorKind::interrupted, {"interrupted"}, [&] { step(progress, 4, 7); });
  EXPECT_THAT(told, testing::ElementsAre(3, 7));
}

TEST(progress, nobody_needs_to_listen) {
  step({}, 1, 2);
}

}  // namespace
}  // namespace qualm
