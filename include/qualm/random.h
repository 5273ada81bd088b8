// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace qualm {

/// Counter-based random numbers (Philox4x32-10, Salmon et al. 2011): the i-th number of a stream is
/// a pure function of (seed, stream, i). No state is shared, so results do not depend on the number
/// of threads.
[[nodiscard]] std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                      std::array<std::uint32_t, 2> key) noexcept;

/// A generator for one stream of Philox numbers. Cheap to construct: give each instance its own
/// stream.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) noexcept;

  std::uint32_t bits32() noexcept;
  std::uint64_t bits64() noexcept;
  /// Uniform in [0, 1), 53 bits.
  double uniform() noexcept;
  /// Uniform integer in [0, bound), unbiased. Needs bound > 0.
  std::uint64_t below(std::uint64_t bound) noexcept;
  /// Standard normal.
  double normal() noexcept;
  /// Gamma with the given shape > 0 and scale 1. May underflow to 0 for shapes below about 0.01:
  /// see log_gamma_variate.
  double gamma(double shape) noexcept;
  /// Logarithm of a Gamma(shape, 1) variate; finite also for tiny shapes.
  double log_gamma_variate(double shape) noexcept;

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  std::array<std::uint32_t, 4> buffer_{};
  unsigned used_ = 4;
};

}  // namespace qualm
