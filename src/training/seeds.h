// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qualm::training {

/// All randomness of one member. Each value is a function of (seed, run, member) and what is asked
/// for, so training can go on after any epoch as if it had never stopped.
class MemberRandom {
 public:
  MemberRandom(std::uint64_t seed, std::size_t run, std::size_t member) noexcept;

  /// For LibTorch's generator when the weights are made.
  [[nodiscard]] std::uint64_t initialization() const noexcept;
  /// For LibTorch's generator (dropout) at the start of an epoch.
  [[nodiscard]] std::uint64_t epoch(std::size_t epoch) const noexcept;
  /// The rows 0 ... n-1 drawn with replacement.
  [[nodiscard]] std::vector<std::uint32_t> bootstrap_rows(std::size_t n) const;
  /// `rows` in the order of that epoch.
  [[nodiscard]] std::vector<std::uint32_t> order(std::size_t epoch,
                                                 std::vector<std::uint32_t> rows) const;

  struct Augmentation {
    std::size_t down, right;  ///< 0 to 8: the crop's place in the padded picture; 4 is unmoved
    bool flipped;
  };
  /// Of the picture that stands at `place` in the order of that epoch.
  [[nodiscard]] Augmentation augmentation(std::size_t epoch, std::size_t place) const noexcept;

 private:
  std::uint64_t seed_;
};

}  // namespace qualm::training
