// SPDX-License-Identifier: Apache-2.0
#include "page/thumbnail.h"

#include <algorithm>

#include "plot/png_encoder.h"

namespace qualm::page {
namespace {

plot::Image shrink(const Picture& picture, std::size_t factor) {
  plot::Image small{std::max<std::size_t>(1, picture.width / factor),
                    std::max<std::size_t>(1, picture.height / factor),
                    picture.channels,
                    {}};
  for (std::size_t y = 0; y < small.height; ++y) {
    for (std::size_t x = 0; x < small.width; ++x) {
      for (std::size_t c = 0; c < picture.channels; ++c) {
        std::size_t sum = 0, n = 0;
        for (std::size_t v = y * factor; v < std::min((y + 1) * factor, picture.height); ++v) {
          for (std::size_t u = x * factor; u < std::min((x + 1) * factor, picture.width);
               ++u, ++n) {
            sum += picture.pixels[(v * picture.width + u) * picture.channels + c];
          }
        }
        small.pixels.push_back(static_cast<std::uint8_t>((sum + n / 2) / n));
      }
    }
  }
  return small;
}

}  // namespace

std::string thumbnail(const Picture& picture, std::size_t longest_side) {
  const std::size_t side = std::max(picture.width, picture.height);
  return plot::encode_png(shrink(picture, (side + longest_side - 1) / longest_side));
}

}  // namespace qualm::page
