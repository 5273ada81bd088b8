// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "qualm/error.h"
#include "qualm/random.h"

namespace qualm {
namespace {

using ::testing::HasSubstr;
using Labels = std::vector<std::uint32_t>;

struct Rows {
  std::vector<double> probabilities;
  Labels labels;
};

Rows make_rows(std::size_t n, std::size_t n_classes, std::uint64_t seed) {
  Random random(seed);
  Rows rows;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(n_classes);
    for (double& p : row) p = random.gamma(0.4) + 1e-9;
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& p : row) p /= sum;
    rows.probabilities.insert(rows.probabilities.end(), row.begin(), row.end());
    rows.labels.push_back(static_cast<std::uint32_t>(random.below(n_classes)));
  }
  return rows;
}

TEST(Calibration, figures_are_those_of_the_definitions) {
  const std::vector<double> probabilities = {0.7, 0.2, 0.1,  //
                                             0.1, 0.5, 0.4,  //
                                             0.4, 0.4, 0.2};
  const Calibration result = calibration(probabilities, 3, Labels{0, 2, 0});
  EXPECT_EQ(result.accuracy.value, 2.0 / 3);  // the tie goes to the lowest class
  EXPECT_NEAR(result.nll.value, -(std::log(0.7) + std::log(0.4) + std::log(0.4)) / 3, 1e-15);
  EXPECT_NEAR(result.brier.value,
              (0.09 + 0.04 + 0.01 + 0.01 + 0.25 + 0.36 + 0.36 + 0.16 + 0.04) / 3, 1e-15);
  // Three bins of one row each.
  EXPECT_NEAR(result.reliability.ece.value, (0.3 + 0.5 + 0.6) / 3, 1e-15);
  EXPECT_NEAR(result.reliability.mce.value, 0.6, 1e-15);
}

TEST(Calibration, probability_zero_for_the_truth_makes_nll_undefined_and_is_counted) {
  const std::vector<double> probabilities = {1, 0, 0, 1, 0.5, 0.5};
  const Calibration result = calibration(probabilities, 2, Labels{1, 1, 0});
  EXPECT_FALSE(result.nll.is_defined());
  EXPECT_THAT(result.nll.undefined, HasSubstr("1 of 3 rows"));
  EXPECT_EQ(result.n_zero_probability, 1U);
  EXPECT_NEAR(result.brier.value, (2 + 0 + 0.5) / 3, 1e-15);
}

TEST(Calibration, certainty_that_is_right_costs_nothing) {
  const Calibration result = calibration(std::vector<double>{1, 0, 0, 1}, 2, Labels{0, 1});
  EXPECT_EQ(result.nll.value, 0);
  EXPECT_EQ(result.brier.value, 0);
  EXPECT_EQ(result.reliability.ece.value, 0);
}

TEST(Calibration, order_of_rows_leaves_no_trace) {
  const Rows rows = make_rows(3000, 4, 1);
  Rows reversed;
  for (std::size_t i = rows.labels.size(); i-- > 0;) {
    reversed.labels.push_back(rows.labels[i]);
    const auto row = std::span(rows.probabilities).subspan(4 * i, 4);
    reversed.probabilities.insert(reversed.probabilities.end(), row.begin(), row.end());
  }
  for (const Binning binning : {Binning::equal_width, Binning::equal_mass}) {
    const Calibration a = calibration(rows.probabilities, 4, rows.labels, {15, binning});
    const Calibration b = calibration(reversed.probabilities, 4, reversed.labels, {15, binning});
    EXPECT_EQ(a.nll.value, b.nll.value);
    EXPECT_EQ(a.brier.value, b.brier.value);
    EXPECT_EQ(a.reliability.ece.value, b.reliability.ece.value);
    EXPECT_EQ(a.reliability.mce.value, b.reliability.mce.value);
  }
}

TEST(Calibration, refuses_what_is_no_distribution) {
  EXPECT_THROW((void)calibration(std::vector<double>{0.5, 0.6, 0.9}, 3, Labels{0}), Error);
  EXPECT_THROW((void)calibration(std::vector<double>{-0.1, 1.1}, 2, Labels{0}), Error);
  EXPECT_THROW((void)calibration(std::vector<double>{std::nan(""), 1}, 2, Labels{0}), Error);
  EXPECT_THROW((void)calibration(std::vector<double>{0.5, 0.5}, 2, Labels{2}), Error);
  EXPECT_THROW((void)calibration(std::vector<double>{0.5, 0.5}, 2, Labels{0, 1}), Error);
  EXPECT_THROW((void)calibration(std::vector<double>{}, 2, Labels{}), Error);
}

TEST(Reliability, bins_close_on_the_right) {
  // k/10 as doubles fall on the edges k/10 exactly.
  std::vector<double> confidence;
  for (int k = 1; k <= 10; ++k) confidence.push_back(k / 10.0);
  const Reliability result =
      reliability(confidence, std::vector<std::uint8_t>(10, 1), {10, Binning::equal_width});
  for (const ReliabilityBin& bin : result.bins) {
    EXPECT_EQ(bin.n_rows, 1U);
    EXPECT_EQ(bin.confidence.value, bin.high);
    EXPECT_EQ(bin.accuracy.value, 1);
  }
  EXPECT_NEAR(result.ece.value, 0.45, 1e-15);
}

TEST(Reliability, every_row_is_in_the_bin_of_its_confidence) {
  Random random(3);
  std::vector<double> confidence;
  for (int row = 0; row < 5000; ++row) confidence.push_back(random.uniform());
  for (const std::size_t n_bins : {1U, 7U, 15U, 49U}) {
    const Reliability result =
        reliability(confidence, std::vector<std::uint8_t>(confidence.size()), {n_bins, {}});
    for (const ReliabilityBin& bin : result.bins) {
      const auto inside = std::count_if(confidence.begin(), confidence.end(),
                                        [&](double c) { return c > bin.low && c <= bin.high; });
      EXPECT_EQ(bin.n_rows, static_cast<std::uint64_t>(inside));
    }
  }
}

TEST(Reliability, an_empty_bin_has_no_figures) {
  const Reliability result =
      reliability(std::vector<double>{0.9}, std::vector<std::uint8_t>{1}, {2, {}});
  EXPECT_FALSE(result.bins[0].accuracy.is_defined());
  EXPECT_TRUE(result.bins[1].accuracy.is_defined());
  EXPECT_NEAR(result.ece.value, 0.1, 1e-15);
}

TEST(Reliability, equal_mass_bins_have_equal_mass_unless_tied) {
  std::vector<double> confidence;
  for (int row = 0; row < 100; ++row) confidence.push_back(0.5 + row / 200.0);
  const std::vector<std::uint8_t> correct(100, 1);
  for (const ReliabilityBin& bin :
       reliability(confidence, correct, {4, Binning::equal_mass}).bins) {
    EXPECT_EQ(bin.n_rows, 25U);
    EXPECT_LE(bin.low, bin.confidence.value);
    EXPECT_GE(bin.high, bin.confidence.value);
  }
  std::fill(confidence.begin() + 10, confidence.end(), 1.0);
  std::uint64_t n_certain = 0;
  for (const ReliabilityBin& bin :
       reliability(confidence, correct, {4, Binning::equal_mass}).bins) {
    if (bin.n_rows > 0 && bin.high == 1) n_certain += bin.n_rows;
  }
  EXPECT_EQ(n_certain, 90U);
}

TEST(Reliability, refuses_what_is_no_confidence) {
  const std::vector<std::uint8_t> one = {1};
  EXPECT_THROW((void)reliability(std::vector<double>{1.5}, one), Error);
  EXPECT_THROW((void)reliability(std::vector<double>{-0.1}, one), Error);
  EXPECT_THROW((void)reliability(std::vector<double>{std::nan("")}, one), Error);
  EXPECT_THROW((void)reliability(std::vector<double>{0.5, 0.6}, one), Error);
  EXPECT_THROW((void)reliability(std::vector<double>{}, std::vector<std::uint8_t>{}), Error);
  EXPECT_THROW((void)reliability(std::vector<double>{0.5}, one, {0, {}}), Error);
}

}  // namespace
}  // namespace qualm
