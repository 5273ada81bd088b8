// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "qualm/training/plan.h"
#include "training/seeds.h"

namespace qualm::training {

/// Turns rows of examples into what a network takes: floats, normalised; pictures as (C, H, W).
class BatchMaker {
 public:
  /// `examples` must outlive this. Throws data if the normalisation does not fit them.
  BatchMaker(const Examples& examples, const Normalization& normalization);

  [[nodiscard]] std::size_t row_size() const noexcept { return row_size_; }

  /// Writes rows one after the other. `augmentation`, where given, tells how row i is moved (only
  /// pictures of bytes are).
  using Augment = std::function<MemberRandom::Augmentation(std::size_t i)>;
  void fill(std::span<const std::uint32_t> rows, float* out,
            const Augment& augmentation = {}) const;

 private:
  void fill_picture(const std::uint8_t* pixels, float* out,
                    MemberRandom::Augmentation augmentation) const;

  void fill_float_picture(const float* pixels, float* out) const;

  const Examples& examples_;
  std::size_t row_size_ = 1, channels_ = 1;
  std::vector<float> table_;          ///< pictures: what byte b of channel c becomes
  std::vector<float> shift_, scale_;  ///< features and floats of pictures: (v - shift) * scale
};

}  // namespace qualm::training
