// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace qualm::kernels {

/// Softmax knows 1 - p of a confident member, the sum of the other classes, to more digits than
/// p = 1 - 1e-20 can hold. Such a probability is stored by its mirror image: p itself up to one
/// half, mirror(1 - p) above. The mirror reverses the order of the numbers from 0 to 1 around one
/// half, so that stored numbers are ordered as the probabilities are; it loses no bit, and it is
/// its own inverse. The smaller of p and 1 - p is the smaller of a stored number and its image.
///
/// It subtracts the bits of a number from this one: twice the bits of 0.5.
inline constexpr std::int64_t mirror_bits = 2 * std::bit_cast<std::int64_t>(0.5);

[[nodiscard]] constexpr double mirror(double x) noexcept {
  return std::bit_cast<double>(mirror_bits - std::bit_cast<std::int64_t>(x));
}

/// A stored probability p, and 1 - p.
template <bool mirrored>
[[nodiscard]] constexpr double probability_of(double stored) noexcept {
  return mirrored && stored > 0.5 ? 1 - mirror(stored) : stored;
}
template <bool mirrored>
[[nodiscard]] constexpr double complement_of(double stored) noexcept {
  return mirrored && stored > 0.5 ? mirror(stored) : 1 - stored;
}

/// The difference of the probabilities of two stored numbers, a >= b.
template <bool mirrored>
[[nodiscard]] constexpr double difference_of(double a, double b) noexcept {
  return mirrored && b > 0.5 ? mirror(b) - mirror(a)
                             : probability_of<mirrored>(a) - probability_of<mirrored>(b);
}

}  // namespace qualm::kernels
