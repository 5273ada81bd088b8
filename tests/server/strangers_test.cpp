// SPDX-License-Identifier: Apache-2.0
#include "server/strangers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace qualm::server {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

struct StrangersTest : testing::Test {
  std::vector<int> cut;
  Strangers strangers{{2, seconds(5)}, [this](int descriptor) { cut.push_back(descriptor); }};
  Strangers::Clock::time_point start;

  void connect(int descriptor, int second) {
    strangers.connected(descriptor, start + seconds(second));
  }
};

TEST_F(StrangersTest, the_oldest_is_cut_off_when_there_are_too_many) {
  connect(9, 0);
  connect(3, 1);
  EXPECT_THAT(cut, IsEmpty());
  connect(5, 2);
  connect(4, 3);
  EXPECT_THAT(cut, ElementsAre(9, 3));
}

TEST_F(StrangersTest, who_showed_the_token_is_never_cut_off) {
  connect(9, 0);
  strangers.showed_token(9);
  connect(3, 1);
  connect(5, 1);
  strangers.cut_late(start + seconds(5));
  EXPECT_THAT(cut, IsEmpty());
  strangers.cut_late(start + seconds(6));
  EXPECT_THAT(cut, ElementsAre(3, 5));
}

TEST_F(StrangersTest, a_number_that_was_closed_means_nobody) {
  connect(9, 0);
  strangers.disconnected(9);
  strangers.cut_late(start + seconds(60));
  EXPECT_THAT(cut, IsEmpty());
}

}  // namespace
}  // namespace qualm::server
