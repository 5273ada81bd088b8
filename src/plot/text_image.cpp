// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "plot/text_panels.h"

namespace qualm::plot {
namespace {

struct Rgb {
  std::array<unsigned, 3> parts{};
  [[nodiscard]] unsigned grey() const {
    return (299 * parts[0] + 587 * parts[1] + 114 * parts[2]) / 1000;
  }
};

Rgb pixel(const Image& image, std::size_t row, std::size_t column) {
  const std::size_t at = (row * image.width + column) * image.channels;
  Rgb rgb;
  for (std::size_t c = 0; c < 3; ++c) {
    rgb.parts.at(c) = image.pixels[at + (image.channels == 3 ? c : 0)];
  }
  return rgb;
}

// The 256-colour table: 232 to 255 a ramp of greys, 16 to 231 a cube with six steps a side.
int nearest_color(const Image& image, const Rgb& rgb) {
  if (image.channels == 1) return static_cast<int>(232 + rgb.grey() * 23 / 255);
  const auto step = [](unsigned value) { return (value * 5 + 127) / 255; };
  return static_cast<int>(16 + 36 * step(rgb.parts[0]) + 6 * step(rgb.parts[1]) +
                          step(rgb.parts[2]));
}

}  // namespace

std::string text_image(const Image& image, const TextOptions& options) {
  static constexpr std::array<const char*, 5> image_shades = {" ", "░", "▒", "▓", "█"};
  // A character is twice as high as wide, so two pixels lie in it one above the other.
  const double shrink =
      std::max({1.0, static_cast<double>(image.width) / static_cast<double>(options.width),
                static_cast<double>(image.height) / static_cast<double>(2 * options.height)});
  const auto columns =
      static_cast<std::size_t>(std::ceil(static_cast<double>(image.width) / shrink));
  const auto lines =
      static_cast<std::size_t>(std::ceil(static_cast<double>(image.height) / shrink));
  const auto source = [shrink](std::size_t at, std::size_t limit) {
    return std::min(limit - 1, static_cast<std::size_t>((static_cast<double>(at) + 0.5) * shrink));
  };
  CellGrid grid((lines + 1) / 2, columns);
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t x = source(c, image.width);
      const Rgb upper = pixel(image, source(2 * r, image.height), x);
      const Rgb lower = pixel(image, source(2 * r + 1, image.height), x);
      if (options.color) {
        grid.put(r, c, {"▀", nearest_color(image, upper), nearest_color(image, lower)});
      } else {
        grid.put(r, c, {image_shades.at((upper.grey() + lower.grey()) * 5 / 511)});
      }
    }
  }
  return grid.str(options.color);
}

}  // namespace qualm::plot
