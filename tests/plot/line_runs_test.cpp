// SPDX-License-Identifier: Apache-2.0
#include "plot/line_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot/support/no_numbers.h"

namespace qualm::plot {
namespace {

const Scale kUnit({0.0, 1.0}, AxisScale::linear, 0.0, 1.0);

std::size_t total(const std::vector<Run>& runs) {
  std::size_t sum = 0;
  for (const Run& run : runs) sum += run.size();
  return sum;
}

TEST(thin_line, keeps_short_lines_whole) {
  const std::vector<Point> points = {{0, 0}, {1, 5}, {2, 0}};
  EXPECT_EQ(thin_line(points, 3), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(thin_line(points, 2), (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(thin_line({}, 10).empty());
}

TEST(thin_line, keeps_ends_and_spikes) {
  std::vector<Point> points;
  for (int i = 0; i < 10007; ++i) points.push_back({static_cast<double>(i), 0.0});
  points[4321].y = 100.0;
  const auto kept = thin_line(points, 50);
  EXPECT_EQ(kept.size(), 50U);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
  EXPECT_EQ(std::adjacent_find(kept.begin(), kept.end()), kept.end());
  EXPECT_EQ(kept.front(), 0U);
  EXPECT_EQ(kept.back(), 10006U);
  EXPECT_NE(std::find(kept.begin(), kept.end(), 4321U), kept.end());
}

TEST(line_runs, break_where_a_point_has_no_place) {
  const std::vector<double> x = {0, 1, no_number, 3, 4, 5};
  const std::vector<double> y = {no_number, 1, 2, 3, 4, no_number};
  const auto runs = line_runs(x, y, kUnit, kUnit, 100);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].size(), 1U);
  EXPECT_EQ(runs[0][0].x, 1.0);
  EXPECT_EQ(runs[1].size(), 2U);
  EXPECT_EQ(runs[1][1].y, 4.0);
}

TEST(line_runs, keep_to_the_limit_however_broken) {
  for (const std::size_t gap : {2U, 3U, 10U, 999U, 1000000U}) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < 30000; ++i) {
      x.push_back(static_cast<double>(i) / 30000.0);
      y.push_back(i % gap == gap - 1 ? no_number : std::sin(static_cast<double>(i)));
    }
    const auto runs = line_runs(x, y, kUnit, kUnit, 2000);
    EXPECT_LE(total(runs), 2000U) << gap;
    EXPECT_GE(total(runs), 900U) << gap;
  }
}

TEST(band_outlines, go_along_the_upper_edge_and_back_along_the_lower) {
  const Line line{.x = {0, 1}, .y = {5, 5}, .lower = {4, 3}, .upper = {6, 7}};
  const auto outlines = band_outlines(line, kUnit, kUnit, 100);
  ASSERT_EQ(outlines.size(), 1U);
  ASSERT_EQ(outlines[0].size(), 4U);
  EXPECT_EQ(outlines[0][0].y, 6.0);
  EXPECT_EQ(outlines[0][1].y, 7.0);
  EXPECT_EQ(outlines[0][2].y, 3.0);
  EXPECT_EQ(outlines[0][3].y, 4.0);
}

TEST(band_outlines, keep_to_the_limit) {
  Line line;
  for (int i = 0; i < 50000; ++i) {
    line.x.push_back(i / 50000.0);
    line.y.push_back(0.5);
    line.lower.push_back(i % 5 == 0 ? no_number : 0.4 + 0.1 * std::sin(i));
    line.upper.push_back(0.6);
  }
  const auto outlines = band_outlines(line, kUnit, kUnit, 2000);
  EXPECT_LE(total(outlines), 2000U);
  EXPECT_GE(total(outlines), 900U);
}

TEST(with_steps, holds_each_height_until_the_next_point) {
  const std::vector<Point> stepped = with_steps({{0, 1}, {2, 3}});
  ASSERT_EQ(stepped.size(), 3U);
  EXPECT_EQ(stepped[1].x, 2.0);
  EXPECT_EQ(stepped[1].y, 1.0);
}

}  // namespace
}  // namespace qualm::plot
