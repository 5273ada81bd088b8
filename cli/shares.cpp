// SPDX-License-Identifier: Apache-2.0
#include "shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "list_or_file.h"
#include "qualm/error.h"

namespace qualm::cli {

double parse_share(std::string_view option, std::string_view text) {
  const bool is_percent = text.ends_with('%');
  const std::string_view digits = text.substr(0, text.size() - (is_percent ? 1 : 0));
  double share = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, share);
  if (is_percent) share /= 100;
  if (error != std::errc{} || stop != end || !(share >= 0 && share <= 1)) {
    throw_usage(fmt::format("{} {}: give numbers from 0 to 1, or 0% to 100%", option, text));
  }
  return share;
}

std::vector<double> parse_shares(std::string_view option, std::string_view text) {
  std::vector<double> shares;
  for (const std::string& entry : split_list(text)) {
    shares.push_back(parse_share(option, entry));
    if (std::count(shares.begin(), shares.end(), shares.back()) > 1) {
      throw_usage(fmt::format("{} {}: {} is given twice", option, text, entry));
    }
  }
  return shares;
}

}  // namespace qualm::cli
