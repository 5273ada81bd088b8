// SPDX-License-Identifier: Apache-2.0
#include "training/resize.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "qualm/error.h"

namespace qualm::training {
namespace {

/// Where one new pixel lies between two old ones, along one axis.
struct Between {
  std::size_t low, high;
  float share;  ///< of the higher one
};

std::vector<Between> places(std::size_t before, std::size_t after) {
  std::vector<Between> result;
  result.reserve(after);
  const double step = static_cast<double>(before) / static_cast<double>(after);
  for (std::size_t i = 0; i < after; ++i) {
    const double place = std::max(0.0, (static_cast<double>(i) + .5) * step - .5);
    const std::size_t low = std::min(static_cast<std::size_t>(place), before - 1);
    result.push_back(
        {low, std::min(low + 1, before - 1), static_cast<float>(place - static_cast<double>(low))});
  }
  return result;
}

}  // namespace

void resize_pictures(Examples& examples, std::size_t height, std::size_t width) {
  if (examples.are_features()) {
    throw_usage(fmt::format("{} is for images: {} has rows of features", argument("resize"),
                            examples.name));
  }
  const std::size_t old_height = examples.shape[0], old_width = examples.shape[1];
  const std::size_t channels = examples.shape[2];
  if (old_height == height && old_width == width) return;
  const std::vector<Between> down = places(old_height, height), right = places(old_width, width);
  std::vector<float> resized;
  resized.reserve(examples.n_rows() * height * width * channels);
  const auto resize_all = [&](const auto* picture) {
    for (std::size_t n = 0; n < examples.n_rows();
         ++n, picture += old_height * old_width * channels) {
      const auto pixel = [&](std::size_t y, std::size_t x, std::size_t c) {
        return static_cast<float>(picture[(y * old_width + x) * channels + c]);
      };
      for (const Between& y : down) {
        for (const Between& x : right) {
          for (std::size_t c = 0; c < channels; ++c) {
            const float above =
                (1 - x.share) * pixel(y.low, x.low, c) + x.share * pixel(y.low, x.high, c);
            const float below =
                (1 - x.share) * pixel(y.high, x.low, c) + x.share * pixel(y.high, x.high, c);
            resized.push_back((1 - y.share) * above + y.share * below);
          }
        }
      }
    }
  };
  if (examples.pixels.empty()) {
    resize_all(examples.features.data());
  } else {
    resize_all(examples.pixels.data());
  }
  examples.features = std::move(resized);
  examples.pixels = {};
  examples.shape = {height, width, channels};
}

}  // namespace qualm::training
