// SPDX-License-Identifier: Apache-2.0
#include "page/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace qualm::page {
namespace {

TEST(Html, json_in_a_script_holds_nothing_that_could_end_it) {
  const std::string hostile =
      "</script><!-- & ]]> \xe2\x80\xa8 \xe2\x80\xa9 \xe2\x80\x94 \"quoted\"";
  const std::string json = nlohmann::json({{"name", hostile}}).dump();
  const std::string escaped = escape_for_script(json);
  EXPECT_EQ(escaped.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(escaped.find("\xe2\x80\xa8"), std::string::npos);
  EXPECT_EQ(escaped.find("\xe2\x80\xa9"), std::string::npos);
  EXPECT_NE(escaped.find("\xe2\x80\x94"), std::string::npos);  // a dash is no line separator
  EXPECT_EQ(nlohmann::json::parse(escaped)["name"], hostile);
}

TEST(Html, a_text_that_ends_within_a_letter_is_kept) {
  EXPECT_EQ(escape_for_script("\xe2\x80"), "\xe2\x80");
  EXPECT_EQ(escape_for_script(""), "");
}

}  // namespace
}  // namespace qualm::page
