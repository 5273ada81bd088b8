// SPDX-License-Identifier: Apache-2.0
#include "server/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::server {

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  if (!sys::random_bytes(std::as_writable_bytes(std::span(bytes)))) {
    throw_system("the system provides no random numbers for a token");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool same_token(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  // Without an early end: the time must not say how much of a guess was right.
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference == 0;
}

std::string authority(std::string_view address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string_view::npos;
  return is_v6 ? fmt::format("[{}]:{}", address, port) : fmt::format("{}:{}", address, port);
}

Guard::Guard(std::string token, std::string_view address, std::uint16_t port)
    : token_(std::move(token)), hosts_{authority(address, port)} {
  const bool is_loopback = address == "127.0.0.1" || address == "::1";
  if (is_loopback) hosts_.push_back(authority("localhost", port));
}

bool Guard::is_ours(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
}

unsigned Guard::refuse(const RequestFacts& facts) const {
  if (facts.has_repeated_header) return 400;  // which of them would count?
  if (!facts.host || !is_ours(*facts.host)) return 403;
  if (facts.origin) {
    constexpr std::string_view scheme = "http://";
    if (!facts.origin->starts_with(scheme) || !is_ours(facts.origin->substr(scheme.size()))) {
      return 403;
    }
  }
  const bool has_cookie = facts.cookie_token && same_token(*facts.cookie_token, token_);
  const bool has_query = facts.query_token && same_token(*facts.query_token, token_);
  if (!has_cookie && !has_query) return 403;
  if (facts.method != "GET") return 405;
  return facts.has_body ? 413 : 0;
}

}  // namespace qualm::server
