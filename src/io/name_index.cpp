// SPDX-License-Identifier: Apache-2.0
#include "io/name_index.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "error/number_text.h"
#include "qualm/error.h"

namespace qualm::io {

std::uint32_t NameIndex::add(std::string_view name) {
  // Files are sorted as a rule: the name is the last one again, or the one after it.
  if (!names_.empty()) {
    if (*names_[last_] == name) return last_;
    const std::uint32_t next = last_ + 1 < names_.size() ? last_ + 1 : 0;
    if (*names_[next] == name) return last_ = next;
  }
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return last_ = found->second;
  if (names_.size() == std::numeric_limits<std::uint32_t>::max()) {
    throw_data("more than 2^32 names along one axis");
  }
  last_ = static_cast<std::uint32_t>(names_.size());
  names_.push_back(&numbers_.emplace(std::string(name), last_).first->first);
  return last_;
}

std::vector<std::string> NameIndex::names() const {
  std::vector<std::string> out;
  out.reserve(names_.size());
  for (const std::string* const name : names_) out.push_back(*name);
  return out;
}

// Distinct canonical numbers below n, n of them, are 0 to n-1.
bool NameIndex::is_numbering() const {
  for (const std::string* const name : names_) {
    const auto number = parse_integer(*name);
    if (!number || *number >= names_.size()) return false;
  }
  return true;
}

std::vector<std::uint32_t> NameIndex::positions() const {
  std::vector<std::uint32_t> out(names_.size());
  std::iota(out.begin(), out.end(), 0U);
  if (!is_numbering()) return out;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    out[i] = static_cast<std::uint32_t>(*parse_integer(*names_[i]));
  }
  return out;
}

std::vector<std::uint32_t> NameIndex::sorted_positions() const {
  std::vector<std::uint32_t> order(names_.size());
  std::iota(order.begin(), order.end(), 0U);
  const bool are_integers = std::all_of(names_.begin(), names_.end(), [](const auto* name) {
    return parse_integer(*name).has_value();
  });
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return are_integers ? *parse_integer(*names_[a]) < *parse_integer(*names_[b])
                        : *names_[a] < *names_[b];
  });
  std::vector<std::uint32_t> positions(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) positions[order[i]] = i;
  return positions;
}

std::vector<std::string> NameIndex::sorted_names() const {
  const std::vector<std::uint32_t> positions = sorted_positions();
  std::vector<std::string> out(names_.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[positions[i]] = *names_[i];
  return out;
}

std::optional<std::uint64_t> parse_integer(std::string_view text) noexcept {
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  return parse_exactly<std::uint64_t>(text);
}

}  // namespace qualm::io
