// SPDX-License-Identifier: Apache-2.0
#include "qualm/array.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "qualm/error.h"

namespace {

TEST(Half, every_value_survives_the_way_to_float_and_back) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = qualm::half_to_float(half);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(qualm::half_to_float(qualm::float_to_half(value))));
    } else {
      ASSERT_EQ(qualm::float_to_half(value), half);
    }
  }
}

TEST(Half, floats_round_to_the_nearest_half_ties_to_even) {
  // Between two neighbouring halves a and b: below the middle a, above it b, at it the even one.
  for (std::uint32_t bits = 0; bits < 0x7BFF; ++bits) {
    const auto low = static_cast<std::uint16_t>(bits), high = static_cast<std::uint16_t>(bits + 1);
    const float a = qualm::half_to_float(low), b = qualm::half_to_float(high);
    const float middle = a + (b - a) / 2;
    ASSERT_EQ(qualm::float_to_half(std::nextafter(middle, 0.0F)), low);
    ASSERT_EQ(qualm::float_to_half(middle), bits % 2 == 0 ? low : high);
    ASSERT_EQ(qualm::float_to_half(std::nextafter(middle, 1e9F)), high);
  }
  EXPECT_EQ(qualm::float_to_half(65520.0F), 0x7C00);
  EXPECT_EQ(qualm::float_to_half(-1e30F), 0xFC00);
}

TEST(ArrayView, reads_elements_in_both_orders) {
  const std::vector<float> memory = {0, 1, 2, 3, 4, 5};
  const auto c_order = qualm::contiguous_view(std::span(memory), {2, 3});
  EXPECT_EQ(c_order.at(std::array<std::size_t, 2>{1, 0}), 3);
  const auto fortran = qualm::contiguous_view(memory.data(), qualm::DType::f32, {2, 3}, true);
  EXPECT_EQ(fortran.at(std::array<std::size_t, 2>{1, 0}), 1);
  const auto turned = qualm::permute(c_order, std::array<std::size_t, 2>{1, 0});
  EXPECT_EQ(turned.at(std::array<std::size_t, 2>{0, 1}), 3);
  EXPECT_EQ(turned.shape, (std::vector<std::size_t>{3, 2}));
  EXPECT_THROW(static_cast<void>(qualm::permute(c_order, std::array<std::size_t, 2>{1, 1})),
               qualm::Error);
}

TEST(ArrayView, reads_every_type_in_both_byte_orders) {
  const auto check = [](auto value, qualm::DType dtype) {
    auto bytes = std::bit_cast<std::array<std::byte, sizeof value>>(value);
    for (const bool swapped : {false, true}) {
      if (swapped) std::reverse(bytes.begin(), bytes.end());
      qualm::ArrayView view = qualm::contiguous_view(bytes.data(), dtype, {1});
      view.byte_swapped = swapped;
      EXPECT_EQ(view.at(std::array<std::size_t, 1>{0}), static_cast<double>(value)) << name(dtype);
      EXPECT_EQ(qualm::item_size(dtype), sizeof value);
    }
  };
  check(1.5F, qualm::DType::f32);
  check(-2.25, qualm::DType::f64);
  check(std::int8_t{-3}, qualm::DType::i8);
  check(std::int16_t{-300}, qualm::DType::i16);
  check(std::int32_t{-70000}, qualm::DType::i32);
  check(std::int64_t{-5000000000}, qualm::DType::i64);
  check(std::uint8_t{200}, qualm::DType::u8);
  check(std::uint16_t{60000}, qualm::DType::u16);
  check(std::uint32_t{4000000000U}, qualm::DType::u32);
  check(std::uint64_t{1} << 40U, qualm::DType::u64);
}

}  // namespace
