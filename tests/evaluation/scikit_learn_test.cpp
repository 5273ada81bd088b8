// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "evaluation/support/example.h"

namespace qualm {
namespace {

using nlohmann::json;
using testing::Example;

json run_references() {
  const std::string command =
      "/usr/bin/python3 '" QUALM_SOURCE_DIR "/tests/evaluation/support/references.py'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 65536> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    text.append(buffer.data(), n);
  }
  return json::parse(text);
}

void expect_near_all(const std::vector<double>& found, const json& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i].get<double>(), tolerance);
  }
}

/// Our corners are points of theirs, and theirs lie on our lines.
void expect_same_roc(const RocCurve& ours, const std::vector<double>& fpr,
                     const std::vector<double>& tpr) {
  ASSERT_LE(ours.fpr.size(), fpr.size());
  std::size_t corner = 0;
  for (std::size_t i = 0; i < fpr.size(); ++i) {
    if (std::abs(fpr[i] - ours.fpr[corner]) < 1e-12 &&
        std::abs(tpr[i] - ours.tpr[corner]) < 1e-12) {
      ++corner;
      continue;
    }
    ASSERT_GT(corner, 0U);
    ASSERT_LT(corner, ours.fpr.size());
    const double dx = ours.fpr[corner] - ours.fpr[corner - 1];
    const double dy = ours.tpr[corner] - ours.tpr[corner - 1];
    EXPECT_NEAR((fpr[i] - ours.fpr[corner - 1]) * dy, (tpr[i] - ours.tpr[corner - 1]) * dx, 1e-12);
  }
  EXPECT_EQ(corner, ours.fpr.size());
}

void expect_same_detection(const json& expected) {
  const Example example = {expected["scores"].get<std::vector<double>>(),
                           expected["positive"].get<std::vector<std::uint8_t>>()};
  const Tally tally = example.tally();
  for (const Statistic& statistic : detection_statistics()) {
    EXPECT_NEAR(statistic.compute(tally).value, expected[std::string(statistic.name)].get<double>(),
                1e-12)
        << statistic.name;
  }
  expect_same_roc(roc_curve(tally, 0), expected["fpr"].get<std::vector<double>>(),
                  expected["tpr"].get<std::vector<double>>());
  if (tally.n_groups() > 1) {
    const Histogram bins = histogram(tally);
    expect_near_all(bins.edges, expected["edges"], 1e-12);
    expect_near_all(bins.positive, expected["shares"], 1e-12);
  }
}

TEST(ScikitLearn, agrees_on_every_number_that_both_compute) {
  const json references = run_references();
  ASSERT_EQ(references["detection"].size(), 40U);
  for (std::size_t i = 0; i < references["detection"].size(); ++i) {
    SCOPED_TRACE(i);
    expect_same_detection(references["detection"][i]);
  }
  for (const json& expected : references["calibration"]) {
    const Calibration found =
        calibration(expected["probabilities"].get<std::vector<double>>(), expected["n_classes"],
                    expected["labels"].get<std::vector<std::uint32_t>>());
    EXPECT_NEAR(found.accuracy.value, expected["accuracy"].get<double>(), 1e-12);
    EXPECT_NEAR(found.nll.value, expected["nll"].get<double>(), 1e-12);
    EXPECT_NEAR(found.brier.value, expected["brier"].get<double>(), 1e-12);
    EXPECT_NEAR(found.reliability.ece.value, expected["ece"].get<double>(), 1e-12);
  }
  for (const json& expected : references["runs"]) {
    const RunSummary found = summarize_runs(expected["values"].get<std::vector<double>>());
    EXPECT_NEAR(found.std.value, expected["std"].get<double>(), 1e-12);
    EXPECT_NEAR(found.sem.value, expected["sem"].get<double>(), 1e-12);
    // Boost's quantile is good to the last digits, scipy's to ten of them.
    EXPECT_NEAR(found.t95.value, expected["t95"].get<double>(), 1e-9);
  }
  for (const json& row : references["clopper_pearson"]) {
    EXPECT_NEAR(clopper_pearson_upper(row[0], row[1], row[2]), row[3].get<double>(), 1e-12);
  }
}

}  // namespace
}  // namespace qualm
