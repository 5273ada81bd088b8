// SPDX-License-Identifier: Apache-2.0
// What `qualm serve` makes of a request: lines of bytes are its method, headers, tokens and
// parameters. Nobody gets in without the token.
#include <string>
#include <vector>

#include "fuzz/targets.h"
#include "qualm/error.h"
#include "server/guard.h"
#include "server/parameters.h"

namespace fuzz {
namespace {

std::vector<std::string> lines_of(Bytes bytes) {
  std::vector<std::string> lines(1);
  for (const std::uint8_t byte : bytes) {
    if (byte == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(static_cast<char>(byte));
    }
  }
  return lines;
}

}  // namespace

void run_requests(Bytes bytes) {
  std::vector<std::string> lines = lines_of(bytes);
  lines.resize(std::max<std::size_t>(lines.size(), 6));
  const auto given = [&](std::size_t i) {
    return lines[i].empty() ? std::nullopt : std::optional<std::string_view>(lines[i]);
  };
  static const qualm::server::Guard guard("0123456789abcdef0123456789abcdef", "127.0.0.1", 8000);
  qualm::server::RequestFacts facts;
  facts.method = lines[0];
  facts.host = given(1);
  facts.origin = given(2);
  facts.cookie_token = given(3);
  facts.query_token = given(4);
  facts.has_body = lines[5] == "body";
  const bool has_token = facts.cookie_token == guard.token() || facts.query_token == guard.token();
  require(guard.refuse(facts) != 0 || has_token, "nobody gets in without the token");

  qualm::server::Parameters parameters;
  for (std::size_t i = 5; i < lines.size(); ++i) {
    const std::size_t sign = lines[i].find('=');
    if (sign == std::string::npos) continue;
    parameters[lines[i].substr(0, sign)] = lines[i].substr(sign + 1);
  }
  (void)qualm::server::parse_row_query(parameters);
  for (const auto& [name, value] : parameters) (void)qualm::server::parse_weights(value);
}

}  // namespace fuzz
