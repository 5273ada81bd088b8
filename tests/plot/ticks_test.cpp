// SPDX-License-Identifier: Apache-2.0
#include "plot/ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace qualm::plot {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> all;
  for (const Tick& tick : ticks) all.push_back(tick.label);
  return all;
}

double number_in(std::string label) {
  if (const auto minus = label.find("−"); minus == 0)
    label.replace(0, std::string("−").size(), "-");
  if (const auto minus = label.find("−"); minus != std::string::npos) {
    label.replace(minus, std::string("−").size(), "-");
  }
  return std::stod(label) / (label.ends_with('%') ? 100.0 : 1.0);
}

TEST(linear_ticks, are_multiples_of_one_two_or_five) {
  EXPECT_THAT(labels(linear_ticks(0.0, 0.25, 6, TickFormat::number)),
              ElementsAre("0.00", "0.05", "0.10", "0.15", "0.20", "0.25"));
  EXPECT_THAT(labels(linear_ticks(0.0, 1.0, 6, TickFormat::number)),
              ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels(linear_ticks(-1.2, 1.2, 4, TickFormat::number)), ElementsAre("−1", "0", "1"));
  EXPECT_THAT(labels(linear_ticks(0.846, 1.004, 5, TickFormat::percent)),
              ElementsAre("85%", "90%", "95%", "100%"));
  EXPECT_THAT(labels(linear_ticks(0.0, 0.012, 4, TickFormat::percent)),
              ElementsAre("0.0%", "0.5%", "1.0%"));
  EXPECT_THAT(labels(linear_ticks(0.0, 4e6, 5, TickFormat::number)),
              ElementsAre("0", "1e6", "2e6", "3e6", "4e6"));
  EXPECT_THAT(labels(linear_ticks(0.0, 3e-5, 4, TickFormat::number)),
              ElementsAre("0", "1e−5", "2e−5", "3e−5"));
}

TEST(linear_ticks, are_few_evenly_spaced_within_the_range_and_labelled_with_their_value) {
  for (int exponent = -280; exponent <= 280; exponent += 7) {
    for (const double lo : {-7.3, -1.0, 0.0, 0.9}) {
      for (const double width : {0.37, 1.0, 8.1}) {
        for (const std::size_t most : {2U, 5U, 11U}) {
          const double scale = std::pow(10.0, exponent);
          const double from = lo * scale;
          const double to = (lo + width) * scale;
          const auto ticks = linear_ticks(from, to, most, TickFormat::number);
          ASSERT_FALSE(ticks.size() > most);
          std::set<std::string> different;
          for (std::size_t i = 0; i < ticks.size(); ++i) {
            EXPECT_GE(ticks[i].value, from);
            EXPECT_LE(ticks[i].value, to);
            EXPECT_NEAR(number_in(ticks[i].label), ticks[i].value, 1e-9 * (to - from));
            different.insert(ticks[i].label);
          }
          EXPECT_EQ(different.size(), ticks.size());
          if (ticks.size() < 2) continue;
          const double step = ticks[1].value - ticks[0].value;
          const double mantissa = step / std::pow(10.0, std::floor(std::log10(step * 1.0001)));
          EXPECT_TRUE(std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 ||
                      std::abs(mantissa - 5) < 1e-6)
              << mantissa;
          for (std::size_t i = 1; i < ticks.size(); ++i) {
            EXPECT_NEAR(ticks[i].value - ticks[i - 1].value, step, 1e-6 * step);
          }
        }
      }
    }
  }
}

TEST(log_ticks, are_powers_of_ten) {
  EXPECT_THAT(labels(log_ticks(0.01, 100.0, 6, TickFormat::number)),
              ElementsAre("0.01", "0.1", "1", "10", "100"));
  EXPECT_THAT(labels(log_ticks(1.0, 100.0, 8, TickFormat::number)),
              ElementsAre("1", "2", "5", "10", "20", "50", "100"));
  EXPECT_THAT(labels(log_ticks(1e-6, 1.0, 4, TickFormat::number)),
              ElementsAre("10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"));
  EXPECT_THAT(labels(log_ticks(0.01, 1.0, 4, TickFormat::percent)),
              ElementsAre("1%", "10%", "100%"));
}

TEST(log_ticks, are_linear_within_a_decade) {
  EXPECT_THAT(labels(log_ticks(2.1, 4.9, 4, TickFormat::number)), ElementsAre("3", "4"));
}

TEST(log_ticks, are_never_more_than_asked_for) {
  for (double decades = 0.3; decades < 500.0; decades *= 1.7) {
    const double lo = std::pow(10.0, -decades / 2);
    const double hi = std::pow(10.0, decades / 2);
    for (const std::size_t most : {2U, 4U, 9U}) {
      const auto ticks = log_ticks(lo, hi, most, TickFormat::number);
      EXPECT_LE(ticks.size(), most) << decades;
      EXPECT_GE(ticks.size(), 1U) << decades;
    }
  }
}

TEST(short_number, has_three_digits) {
  EXPECT_EQ(short_number(0.0, TickFormat::number), "0");
  EXPECT_EQ(short_number(0.84943, TickFormat::percent), "84.9%");
  EXPECT_EQ(short_number(1.0, TickFormat::percent), "100%");
  EXPECT_EQ(short_number(-0.25, TickFormat::number), "−0.25");
  EXPECT_EQ(short_number(12345.0, TickFormat::number), "12345");
  EXPECT_EQ(short_number(1.5e-7, TickFormat::number), "1.5e−7");
}

TEST(aligned_number, has_the_decimals_of_the_largest) {
  EXPECT_EQ(aligned_number(0.0, 0.25, TickFormat::number), "0.000");
  EXPECT_EQ(aligned_number(0.0175, 0.25, TickFormat::number), "0.018");
  EXPECT_EQ(aligned_number(3.0, 250.0, TickFormat::number), "3");
}

}  // namespace
}  // namespace qualm::plot
