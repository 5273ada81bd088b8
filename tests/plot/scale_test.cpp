// SPDX-License-Identifier: Apache-2.0
#include "plot/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plot/support/no_numbers.h"

namespace qualm::plot {
namespace {

Range y_range(const std::vector<double>& y, const Axis& axis = {}) {
  std::vector<double> x(y.size(), 1.0);
  return data_ranges({.y = axis, .marks = {Line{.x = x, .y = y}}}).y;
}

TEST(data_ranges, hold_the_data_with_a_little_air) {
  const Range range = y_range({2.0, 4.0, no_number, infinite, -infinite});
  EXPECT_LT(range.lo, 2.0);
  EXPECT_GT(range.lo, 1.8);
  EXPECT_GT(range.hi, 4.0);
  EXPECT_LT(range.hi, 4.2);
}

TEST(data_ranges, do_not_cross_zero_for_air) {
  EXPECT_EQ(y_range({0.0, 4.0}).lo, 0.0);
  EXPECT_EQ(y_range({-4.0, 0.0}).hi, 0.0);
}

TEST(data_ranges, keep_limits_that_were_given) {
  const Range both = y_range({2.0, 4.0}, {.min = 0.0, .max = 10.0});
  EXPECT_EQ(both.lo, 0.0);
  EXPECT_EQ(both.hi, 10.0);
  const Range beyond = y_range({2.0, 4.0}, {.min = 7.0});
  EXPECT_EQ(beyond.lo, 7.0);
  EXPECT_GT(beyond.hi, 7.0);
  const Range below = y_range({2.0, 4.0}, {.max = 1.0});
  EXPECT_EQ(below.hi, 1.0);
  EXPECT_LT(below.lo, 1.0);
}

TEST(data_ranges, are_proper_for_any_data) {
  const std::vector<double> values = {0.0,   -0.0,   1.0,     -1.0,     4.9e-324,  1e-310,  1e-290,
                                      1e300, -1e300, 1.7e308, -1.7e308, no_number, infinite};
  for (const double a : values) {
    for (const double b : values) {
      for (const AxisScale scale : {AxisScale::linear, AxisScale::log}) {
        const Range range = y_range({a, b}, {.scale = scale});
        EXPECT_TRUE(std::isfinite(range.lo) && std::isfinite(range.hi)) << a << " " << b;
        EXPECT_LT(range.lo, range.hi) << a << " " << b;
        EXPECT_TRUE(std::isfinite(range.hi - range.lo)) << a << " " << b;
        EXPECT_TRUE(scale == AxisScale::linear || range.lo > 0.0) << a << " " << b;
      }
    }
  }
}

TEST(data_ranges, of_bars_start_at_zero_and_hold_the_stack) {
  Panel panel{.x = {.categories = {"a", "b"}}};
  panel.marks = {Bars{{{.values = {1.0, 2.0}}, {.values = {3.0, no_number}}}, true}};
  const Ranges ranges = data_ranges(panel, Air::none);
  EXPECT_EQ(ranges.y.lo, 0.0);
  EXPECT_EQ(ranges.y.hi, 4.0);
  EXPECT_EQ(ranges.x.lo, -0.5);
  EXPECT_EQ(ranges.x.hi, 1.5);
}

TEST(shared_ranges, hold_the_data_of_all_panels) {
  Figure figure;
  figure.panels = {{.marks = {Line{.x = {0, 1}, .y = {5, 6}}}},
                   {.marks = {Line{.x = {3, 4}, .y = {1, 2}}}}};
  const Ranges ranges = shared_ranges(figure, Air::none);
  EXPECT_EQ(ranges.x.lo, 0.0);
  EXPECT_EQ(ranges.x.hi, 4.0);
  EXPECT_EQ(ranges.y.lo, 1.0);
  EXPECT_EQ(ranges.y.hi, 6.0);
}

TEST(scale, maps_the_ends_of_the_range_to_the_ends_of_the_axis) {
  const Scale linear({2.0, 4.0}, AxisScale::linear, 100.0, 0.0);
  EXPECT_DOUBLE_EQ(linear(2.0).value(), 100.0);
  EXPECT_DOUBLE_EQ(linear(4.0).value(), 0.0);
  EXPECT_DOUBLE_EQ(linear(2.5).value(), 75.0);
  const Scale log({0.01, 100.0}, AxisScale::log, 0.0, 400.0);
  EXPECT_NEAR(log(1.0).value(), 200.0, 1e-9);
  EXPECT_NEAR(log(10.0).value(), 300.0, 1e-9);
}

TEST(scale, has_no_place_for_what_is_not_finite_or_has_no_logarithm) {
  const Scale linear({0.0, 1.0}, AxisScale::linear, 0.0, 100.0);
  for (const double value : {no_number, infinite, -infinite}) EXPECT_FALSE(linear(value));
  EXPECT_TRUE(linear(-5.0));
  const Scale log({0.1, 1.0}, AxisScale::log, 0.0, 100.0);
  for (const double value : {no_number, infinite, 0.0, -1.0}) EXPECT_FALSE(log(value));
}

TEST(scale, keeps_far_values_within_what_renderers_can_count) {
  const Scale scale({0.0, 1.0}, AxisScale::linear, 0.0, 500.0);
  EXPECT_LT(std::abs(scale(1e308).value()), 1e6);
  EXPECT_LT(std::abs(scale(-1e308).value()), 1e6);
}

}  // namespace
}  // namespace qualm::plot
