// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace qualm {

/// A sum without rounding: the same bits for any order and any grouping of the terms. Infinity and
/// NaN stay.
class ExactSum {
 public:
  void add(double term) {
    if (!std::isfinite(term)) {
      beyond_ += term;
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(term);
    const std::uint64_t exponent = bits >> 52U & 0x7FFU;
    std::uint64_t digits = bits & 0xFFFFFFFFFFFFFU;
    if (exponent > 0) digits |= std::uint64_t{1} << 52U;
    // In units of 2^-1074.
    const std::uint64_t shift = exponent > 0 ? exponent - 1 : 0;
    const std::size_t place = shift / 32;
    const unsigned within = shift % 32;
    const std::uint64_t low = digits << within;
    const std::uint64_t high = within == 0 ? 0 : digits >> (64 - within);
    const std::int64_t sign = bits >> 63U == 0 ? 1 : -1;
    words_[place] += sign * static_cast<std::int64_t>(low & 0xFFFFFFFFU);
    words_[place + 1] += sign * static_cast<std::int64_t>(low >> 32U);
    words_[place + 2] += sign * static_cast<std::int64_t>(high);
    if (++n_unsettled_ == std::uint64_t{1} << 30U) settle();
  }

  /// Adds what integers() gave in another place.
  void add(const std::vector<std::uint64_t>& integers) {
    settle();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] += static_cast<std::int64_t>(integers[i]);
    }
    beyond_ += std::bit_cast<double>(integers.back());
    settle();
  }
  [[nodiscard]] std::vector<std::uint64_t> integers() {
    settle();
    std::vector<std::uint64_t> all(words_.begin(), words_.end());
    all.push_back(std::bit_cast<std::uint64_t>(beyond_));
    return all;
  }

  /// The sum as a double, at most two units in the last place off.
  [[nodiscard]] double value() const {
    ExactSum settled = *this;
    settled.settle();
    const bool is_negative = settled.words_.back() < 0;
    if (is_negative) {
      for (std::int64_t& word : settled.words_) word = -word;
      settled.settle();
    }
    double sum = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
      sum += std::ldexp(static_cast<double>(settled.words_[i]), static_cast<int>(32 * i) - 1074);
    }
    return (is_negative ? -sum : sum) + beyond_;
  }

 private:
  // Carries what does not fit into 32 bits; the last word has the sign.
  void settle() {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      words_[i + 1] += words_[i] >> 32;
      words_[i] &= 0xFFFFFFFF;
    }
    n_unsettled_ = 0;
  }

  std::array<std::int64_t, 68> words_{};
  std::uint64_t n_unsettled_ = 0;
  double beyond_ = 0;
};

}  // namespace qualm
