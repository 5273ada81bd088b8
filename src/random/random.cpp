// SPDX-License-Identifier: Apache-2.0
#include "qualm/random.h"

#include <cmath>
#include <numbers>

namespace qualm {

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32U) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32U) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

Random::Random(std::uint64_t seed, std::uint64_t stream) noexcept
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)},
      stream_(stream) {}

std::uint32_t Random::bits32() noexcept {
  if (used_ == 4) {
    buffer_ = philox4x32(
        {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32U),
         static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32U)},
        key_);
    ++block_;
    used_ = 0;
  }
  return buffer_[used_++];
}

std::uint64_t Random::bits64() noexcept {
  const std::uint64_t high = bits32();
  return (high << 32U) | bits32();
}

double Random::uniform() noexcept {
  return static_cast<double>(bits64() >> 11U) * 0x1p-53;
}

std::uint64_t Random::below(std::uint64_t bound) noexcept {
  // Numbers below 2^64 mod bound are thrown away: what is left is a whole number of ranges.
  const std::uint64_t rejected = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t bits = bits64();
    if (bits >= rejected) return bits % bound;
  }
}

double Random::normal() noexcept {
  const double radius = std::sqrt(-2 * std::log1p(-uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double Random::gamma(double shape) noexcept {
  return std::exp(log_gamma_variate(shape));
}

double Random::log_gamma_variate(double shape) noexcept {
  if (shape < 1) {
    // Gamma(a) = Gamma(a + 1) * U^(1/a), in logarithms so that tiny shapes do not underflow.
    return log_gamma_variate(shape + 1) + std::log1p(-uniform()) / shape;
  }
  // Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double v = 1 + c * x;
    if (v <= 0) continue;
    const double log_cube = 3 * std::log(v);
    const double u = 1 - uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v * v * v + d * log_cube) {
      return std::log(d) + log_cube;
    }
  }
}

}  // namespace qualm
