// SPDX-License-Identifier: Apache-2.0
#include "io/natural_order.h"

#include <algorithm>

namespace qualm::io {
namespace {

bool is_decimal(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// The digits that a text starts with, without zeros in front; takes them off.
std::string_view take_number(std::string_view& text) noexcept {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_decimal);
  std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

bool comes_before(std::string_view a, std::string_view b) noexcept {
  const std::string_view all_a = a, all_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_decimal(a.front()) && is_decimal(b.front())) {
      const std::string_view of_a = take_number(a), of_b = take_number(b);
      if (of_a.size() != of_b.size()) return of_a.size() < of_b.size();
      if (of_a != of_b) return of_a < of_b;
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  // Differs in zeros in front of numbers only, or one goes on.
  return a.empty() && b.empty() ? all_a < all_b : a.empty();
}

}  // namespace qualm::io
