// SPDX-License-Identifier: Apache-2.0
#include "io/decimal.h"

#include <array>
#include <bit>

namespace qualm::io {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_exponent = 27;  // 5^27 fits into 64 bits

/// The 128 leading bits of a power of five.
struct Power {
  std::uint64_t high, low;
};

constexpr Power leading_bits(int exponent) {
  std::uint64_t power = 1;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) power *= 5;
  Wide bits = power;
  if (exponent < 0) {
    // 1/5^n: as many bits of the quotient as fill 128, the last one rounded up.
    Wide rest = 1, quotient = 0;
    const int n_bits = static_cast<int>(std::bit_width(power - 1)) + 127;
    for (int i = 0; i < n_bits; ++i) {
      rest *= 2;
      quotient = quotient * 2 + (rest >= power ? 1 : 0);
      if (rest >= power) rest -= power;
    }
    bits = quotient + 1;
  }
  while (bits >> 127U == 0) bits *= 2;
  return {static_cast<std::uint64_t>(bits >> 64U), static_cast<std::uint64_t>(bits)};
}

constexpr auto powers = [] {
  std::array<Power, 2 * most_exponent + 1> out{};
  for (int i = -most_exponent; i <= most_exponent; ++i) {
    out[static_cast<std::size_t>(i + most_exponent)] = leading_bits(i);
  }
  return out;
}();

constexpr double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Eisel and Lemire's product of the digits with the leading bits of the power of five. In this
// range of exponents two words of the power always decide (Mushtak and Lemire, 2023).
double rounded_product(std::uint64_t digits, int exponent) noexcept {
  const int zeros = std::countl_zero(digits);
  digits <<= zeros;
  const Power& power = powers[static_cast<std::size_t>(exponent + most_exponent)];
  const Wide first = static_cast<Wide>(digits) * power.high;
  auto high = static_cast<std::uint64_t>(first >> 64U), low = static_cast<std::uint64_t>(first);
  constexpr std::uint64_t undecided = ~std::uint64_t{0} >> 55U;
  if ((high & undecided) == undecided) {
    const auto more = static_cast<std::uint64_t>(static_cast<Wide>(digits) * power.low >> 64U);
    low += more;
    if (more > low) ++high;
  }
  const unsigned top = static_cast<unsigned>(high >> 63U);
  const unsigned shift = top + 64 - 52 - 3;
  std::uint64_t mantissa = high >> shift;
  const std::int64_t log2_of_power = (217706 * static_cast<std::int64_t>(exponent)) >> 16;
  std::int64_t binary = log2_of_power + 63 + top - zeros + 1023;
  // Exactly between two doubles: to the even one.
  if (low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3U) == 1 &&
      mantissa << shift == high) {
    mantissa &= ~std::uint64_t{1};
  }
  mantissa = (mantissa + (mantissa & 1U)) >> 1U;
  constexpr std::uint64_t hidden = std::uint64_t{1} << 52U;
  if (mantissa >= 2 * hidden) {
    mantissa = hidden;
    ++binary;
  }
  return std::bit_cast<double>((mantissa & ~hidden) | static_cast<std::uint64_t>(binary) << 52U);
}

}  // namespace

std::optional<double> nearest_double(std::uint64_t digits, int exponent) noexcept {
  constexpr std::uint64_t exact = std::uint64_t{1} << 53U;
  if (digits <= exact && exponent >= -22 && exponent <= 22) {  // one rounding (Clinger)
    const auto value = static_cast<double>(digits);
    return exponent < 0 ? value / exact_powers[-exponent] : value * exact_powers[exponent];
  }
  if (digits == 0) return 0.0;
  if (exponent < -most_exponent || exponent > most_exponent) return std::nullopt;
  return rounded_product(digits, exponent);
}

}  // namespace qualm::io
