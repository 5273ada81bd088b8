// SPDX-License-Identifier: Apache-2.0
#include "training/resize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/error.h"

namespace qualm::training {
namespace {

using testing::Each;
using testing::ElementsAre;

Examples one_picture(std::vector<std::size_t> shape, std::vector<std::uint8_t> pixels) {
  Examples examples;
  examples.name = "made";
  examples.shape = std::move(shape);
  examples.pixels = std::move(pixels);
  examples.labels = {0};
  return examples;
}

// The values are those of torch.nn.functional.interpolate(mode="bilinear", align_corners=False).
TEST(Resize, centres_of_pixels_are_interpolated) {
  Examples examples = one_picture({1, 2, 1}, {0, 100});
  resize_pictures(examples, 1, 4);
  EXPECT_THAT(examples.features, ElementsAre(0, 25, 75, 100));
  EXPECT_THAT(examples.shape, ElementsAre(1U, 4U, 1U));
  EXPECT_TRUE(examples.pixels.empty());
}

TEST(Resize, halving_takes_the_mean_of_four_in_every_channel) {
  Examples examples = one_picture({2, 2, 2}, {0, 10, 20, 30, 40, 50, 100, 70});
  resize_pictures(examples, 1, 1);
  EXPECT_THAT(examples.features, ElementsAre(40, 40));
}

TEST(Resize, a_flat_picture_stays_flat_at_any_size) {
  Examples examples = one_picture({3, 5, 1}, std::vector<std::uint8_t>(15, 77));
  resize_pictures(examples, 8, 2);
  EXPECT_EQ(examples.features.size(), 16U);
  EXPECT_THAT(examples.features, Each(77));
}

TEST(Resize, the_same_size_changes_nothing) {
  Examples examples = one_picture({1, 2, 1}, {3, 4});
  resize_pictures(examples, 1, 2);
  EXPECT_THAT(examples.pixels, ElementsAre(3, 4));
}

TEST(Resize, features_are_refused) {
  Examples examples = one_picture({2}, {});
  EXPECT_THROW(resize_pictures(examples, 2, 2), Error);
}

}  // namespace
}  // namespace qualm::training
