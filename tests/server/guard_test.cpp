// SPDX-License-Identifier: Apache-2.0
#include "server/guard.h"

#include <gtest/gtest.h>

namespace qualm::server {
namespace {

const std::string token = "0123456789abcdef0123456789abcdef";

RequestFacts good() {
  RequestFacts facts;
  facts.method = "GET";
  facts.host = "127.0.0.1:8000";
  facts.cookie_token = token;
  return facts;
}

TEST(Guard, lets_in_who_has_the_token) {
  const Guard guard(token, "127.0.0.1", 8000);
  EXPECT_EQ(guard.refuse(good()), 0U);
  RequestFacts by_query = good();
  by_query.cookie_token.reset();
  by_query.query_token = token;
  EXPECT_EQ(guard.refuse(by_query), 0U);
}

TEST(Guard, refuses_without_the_whole_token) {
  const Guard guard(token, "127.0.0.1", 8000);
  for (const std::string& other :
       {std::string(), token.substr(1), token + "0", std::string(32, '0')}) {
    RequestFacts facts = good();
    facts.cookie_token = other;
    facts.query_token = other;
    EXPECT_EQ(guard.refuse(facts), 403U) << other;
  }
}

TEST(Guard, refuses_hosts_that_are_not_ours) {
  const Guard guard(token, "127.0.0.1", 8000);
  for (const char* host : {"evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:80",
                           "127.0.0.1:80000", "127.0.0.1:8000.evil.example", "[::1]:8000", ""}) {
    RequestFacts facts = good();
    facts.host = host;
    EXPECT_EQ(guard.refuse(facts), 403U) << host;
  }
  RequestFacts without = good();
  without.host.reset();
  EXPECT_EQ(guard.refuse(without), 403U);
}

TEST(Guard, knows_its_names_with_port_and_brackets) {
  RequestFacts facts = good();
  facts.host = "localhost:8000";
  EXPECT_EQ(Guard(token, "127.0.0.1", 8000).refuse(facts), 0U);
  facts.host = "[::1]:8000";
  EXPECT_EQ(Guard(token, "::1", 8000).refuse(facts), 0U);
  facts.host = "::1:8000";
  EXPECT_EQ(Guard(token, "::1", 8000).refuse(facts), 403U);
  facts.host = "localhost:8000";
  EXPECT_EQ(Guard(token, "192.0.2.1", 8000).refuse(facts), 403U);
}

TEST(Guard, refuses_origins_that_are_not_ours) {
  const Guard guard(token, "127.0.0.1", 8000);
  for (const char* origin : {"null", "", "http://evil.example", "https://127.0.0.1:8000",
                             "http://127.0.0.1", "http://127.0.0.1:8001", "127.0.0.1:8000"}) {
    RequestFacts facts = good();
    facts.origin = origin;
    EXPECT_EQ(guard.refuse(facts), 403U) << origin;
  }
  RequestFacts ours = good();
  ours.origin = "http://127.0.0.1:8000";
  EXPECT_EQ(guard.refuse(ours), 0U);
}

TEST(Guard, takes_neither_bodies_nor_other_methods) {
  const Guard guard(token, "127.0.0.1", 8000);
  RequestFacts facts = good();
  facts.method = "POST";
  EXPECT_EQ(guard.refuse(facts), 405U);
  facts = good();
  facts.has_body = true;
  EXPECT_EQ(guard.refuse(facts), 413U);
}

TEST(Guard, refuses_headers_that_come_twice) {
  RequestFacts facts = good();
  facts.has_repeated_header = true;
  EXPECT_EQ(Guard(token, "127.0.0.1", 8000).refuse(facts), 400U);
}

TEST(Guard, tokens_are_long_and_never_the_same) {
  EXPECT_EQ(make_token().size(), 32U);
  EXPECT_NE(make_token(), make_token());
}

}  // namespace
}  // namespace qualm::server
