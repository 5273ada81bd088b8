// SPDX-License-Identifier: Apache-2.0
#include "training/batches.h"

#include <fmt/format.h>

#include "qualm/error.h"

namespace qualm::training {
namespace {

constexpr std::size_t padding = 4;

double entry(const std::vector<double>& values, std::size_t i, double otherwise) {
  return values.empty() ? otherwise : values[i];
}

}  // namespace

BatchMaker::BatchMaker(const Examples& examples, const Normalization& normalization)
    : examples_(examples) {
  for (const std::size_t size : examples.shape) row_size_ *= size;
  channels_ = examples.shape.back();
  for (const auto& values : {normalization.mean, normalization.deviation}) {
    if (!values.empty() && values.size() != channels_) {
      throw_data(fmt::format("{} has {} channels or features, its normalisation {}", examples.name,
                             channels_, values.size()));
    }
  }
  for (std::size_t c = 0; c < channels_; ++c) {
    const double mean = entry(normalization.mean, c, 0);
    const double deviation = entry(normalization.deviation, c, 1);
    if (examples.pixels.empty()) {
      shift_.push_back(static_cast<float>(mean * normalization.divisor));
      scale_.push_back(static_cast<float>(1 / (deviation * normalization.divisor)));
      continue;
    }
    for (int byte = 0; byte < 256; ++byte) {
      table_.push_back(static_cast<float>((byte / normalization.divisor - mean) / deviation));
    }
  }
}

void BatchMaker::fill(std::span<const std::uint32_t> rows, float* out,
                      const Augment& augmentation) const {
  for (std::size_t i = 0; i < rows.size(); ++i, out += row_size_) {
    const std::size_t first = rows[i] * row_size_;
    if (!examples_.are_features() && examples_.pixels.empty()) {
      fill_float_picture(examples_.features.data() + first, out);
      continue;
    }
    if (!examples_.are_features()) {
      const MemberRandom::Augmentation unmoved{padding, padding, false};
      fill_picture(examples_.pixels.data() + first, out, augmentation ? augmentation(i) : unmoved);
      continue;
    }
    for (std::size_t d = 0; d < row_size_; ++d) {
      out[d] = (examples_.features[first + d] - shift_[d]) * scale_[d];
    }
  }
}

void BatchMaker::fill_float_picture(const float* pixels, float* out) const {
  for (std::size_t c = 0; c < channels_; ++c) {
    for (std::size_t place = c; place < row_size_; place += channels_) {
      *out++ = (pixels[place] - shift_[c]) * scale_[c];
    }
  }
}

void BatchMaker::fill_picture(const std::uint8_t* pixels, float* out,
                              MemberRandom::Augmentation augmentation) const {
  const std::size_t height = examples_.shape[0], width = examples_.shape[1];
  for (std::size_t c = 0; c < channels_; ++c) {
    const float* const table = table_.data() + 256 * c;
    for (std::size_t y = 0; y < height; ++y) {
      // Outside of the picture the unsigned difference is huge: black.
      const std::size_t from_y = y + augmentation.down - padding;
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t cropped = augmentation.flipped ? width - 1 - x : x;
        const std::size_t from_x = cropped + augmentation.right - padding;
        const bool inside = from_y < height && from_x < width;
        *out++ = table[inside ? pixels[(from_y * width + from_x) * channels_ + c] : 0];
      }
    }
  }
}

}  // namespace qualm::training
