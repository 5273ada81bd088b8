// SPDX-License-Identifier: Apache-2.0
#include "shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "error/number_text.h"
#include "list_or_file.h"
#include "qualm/error.h"

namespace qualm::cli {

double parse_share(std::string_view option, std::string_view text) {
  const bool is_percent = text.ends_with('%');
  const std::string_view digits = text.substr(0, text.size() - (is_percent ? 1 : 0));
  const double share = parse_exactly<double>(digits).value_or(NAN) / (is_percent ? 100 : 1);
  if (!(share >= 0 && share <= 1)) {
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
