// SPDX-License-Identifier: Apache-2.0
#include "training/batches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/error.h"

namespace qualm::training {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Two pictures of 2 x 3 pixels with two channels: value = 100 * picture + 10 * pixel + channel.
Examples pictures() {
  Examples examples;
  examples.name = "made";
  examples.shape = {2, 3, 2};
  for (int picture = 0; picture < 2; ++picture) {
    for (int pixel = 0; pixel < 6; ++pixel) {
      for (int c = 0; c < 2; ++c) {
        examples.pixels.push_back(static_cast<std::uint8_t>(100 * picture + 10 * pixel + c));
      }
    }
  }
  examples.labels = {0, 1};
  return examples;
}

TEST(Batches, channels_become_planes_in_the_order_of_rows) {
  const Examples examples = pictures();
  std::vector<float> out(24);
  const std::vector<std::uint32_t> rows{1, 0};
  BatchMaker(examples, {}).fill(rows, out.data());
  EXPECT_THAT(out, ElementsAre(100, 110, 120, 130, 140, 150, 101, 111, 121, 131, 141, 151,  //
                               0, 10, 20, 30, 40, 50, 1, 11, 21, 31, 41, 51));
}

TEST(Batches, a_picture_is_divided_shifted_and_scaled_by_channel) {
  const Examples examples = pictures();
  std::vector<float> out(12);
  const std::vector<std::uint32_t> rows{0};
  BatchMaker(examples, {10, {0, 1}, {1, 2}}).fill(rows, out.data());
  EXPECT_FLOAT_EQ(out[5], 5);
  EXPECT_FLOAT_EQ(out[11], (5.1F - 1) / 2);
}

TEST(Batches, pictures_of_floats_are_divided_shifted_and_scaled_like_bytes) {
  const Examples bytes = pictures();
  Examples floats = bytes;
  floats.features.assign(bytes.pixels.begin(), bytes.pixels.end());
  floats.pixels.clear();
  const Normalization normalization{10, {0, 1}, {1, 2}};
  const std::vector<std::uint32_t> rows{1, 0};
  std::vector<float> wanted(24), out(24);
  BatchMaker(bytes, normalization).fill(rows, wanted.data());
  BatchMaker(floats, normalization).fill(rows, out.data());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_FLOAT_EQ(out[i], wanted[i]) << i;
}

TEST(Batches, a_crop_moves_the_picture_and_fills_with_black) {
  const Examples examples = pictures();
  std::vector<float> out(12);
  const std::vector<std::uint32_t> rows{0};
  const BatchMaker batches(examples, {1, {1, 1}, {1, 1}});
  const auto moved = [&](std::size_t down, std::size_t right, bool flipped) {
    batches.fill(rows, out.data(), [&](std::size_t) {
      return MemberRandom::Augmentation{down, right, flipped};
    });
    return std::vector<float>(out.begin(), out.begin() + 6);  // the first channel, one less
  };
  EXPECT_THAT(moved(4, 4, false), ElementsAre(-1, 9, 19, 29, 39, 49));
  EXPECT_THAT(moved(5, 4, false), ElementsAre(29, 39, 49, -1, -1, -1));
  EXPECT_THAT(moved(4, 3, false), ElementsAre(-1, -1, 9, -1, 29, 39));
  EXPECT_THAT(moved(4, 4, true), ElementsAre(19, 9, -1, 49, 39, 29));
  EXPECT_THAT(moved(0, 4, false), Each(-1));
  EXPECT_THAT(moved(8, 8, true), Each(-1));
}

TEST(Batches, features_are_standardised) {
  Examples examples;
  examples.name = "made";
  examples.shape = {2};
  examples.features = {1, 10, 3, 10};
  examples.labels = {0, 1};
  std::vector<float> out(4);
  const std::vector<std::uint32_t> rows{0, 1};
  BatchMaker(examples, {1, {2, 10}, {1, 5}}).fill(rows, out.data());
  EXPECT_THAT(out, ElementsAre(-1, 0, 1, 0));
}

TEST(Batches, a_normalisation_of_other_channels_is_refused) {
  const Examples examples = pictures();
  EXPECT_THROW(BatchMaker(examples, {255, {0, 0, 0}, {1, 1, 1}}), Error);
}

}  // namespace
}  // namespace qualm::training
