// SPDX-License-Identifier: Apache-2.0
#include "server/routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "server/shown_page.h"

namespace qualm::server {
namespace {

using ::testing::HasSubstr;

TEST(Routes, ask_to_come_again_while_the_page_is_computed) {
  const Answer page = answer_early("/", 40);
  EXPECT_EQ(page.status, 503U);
  EXPECT_TRUE(page.is_early);
  EXPECT_THAT(page.body, HasSubstr("http-equiv=\"refresh\""));
  EXPECT_THAT(page.body, HasSubstr("40%"));
  for (const char* const path : {"/summary", "/rows", "/picture"}) {
    const Answer early = answer_early(path, 7);
    EXPECT_EQ(early.status, 503U);
    EXPECT_EQ(early.body, "Being computed: 7%\n");
  }
  EXPECT_EQ(answer_early("/nothing", 7).status, 404U);
}

TEST(ShownPage, is_waited_for_until_it_is_there) {
  using namespace std::chrono_literals;
  ShownPage shown;
  shown.report(3, 4);
  EXPECT_EQ(shown.percent(), 75U);
  EXPECT_EQ(shown.wait(0ms), nullptr);
  // Its address is all that matters here.
  const auto* const page = reinterpret_cast<const page::Page*>(&shown);
  std::thread computing([&] { shown.set(*page); });
  EXPECT_EQ(shown.wait(1min), page);
  computing.join();
}

}  // namespace
}  // namespace qualm::server
