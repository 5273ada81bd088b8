// SPDX-License-Identifier: Apache-2.0
// Values that can be worked out by hand, for every family and every representation of a sample.
#include <gtest/gtest.h>

#include <cmath>

#include "qualm/error.h"
#include "qualm/measures.h"

namespace {

struct Expected {
  qualm::Measure family;
  double total, aleatoric, epistemic;
};

double h(double p) {
  return -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

qualm::Measures measure_one(const qualm::ArrayView& array, const qualm::PredictionOptions& how,
                            qualm::MeasureOptions options = {}) {
  options.measures.clear();
  options.measures = qualm::all_measures();
  options.ordered = true;
  return qualm::measure(qualm::Predictions(array, how), options);
}

void expect_values(const qualm::Measures& result, const std::vector<Expected>& expected,
                   double tolerance = 1e-14) {
  for (const Expected& want : expected) {
    const auto found = std::find_if(result.families.begin(), result.families.end(),
                                    [&](const auto& each) { return each.measure == want.family; });
    const auto& parts = found->parts;
    const std::string& name = want.family.name();
    EXPECT_NEAR(parts.total[0], want.total, tolerance) << name;
    EXPECT_NEAR(parts.aleatoric[0], want.aleatoric, tolerance) << name;
    EXPECT_NEAR(parts.epistemic[0], want.epistemic, tolerance) << name;
  }
}

// Two members that are certain of different classes: all of the uncertainty is epistemic.
const std::vector<Expected> opposite_corners = {
    {"variance", 0.5, 0, 0.5},  {"entropy", 1, 0, 1},
    {"label-entropy", 2, 0, 2}, {"spherical", 1 - std::sqrt(0.5), 0, 1 - std::sqrt(0.5)},
    {"zero-one", 0.5, 0, 0.5},  {"wasserstein", 0.5, 0, 0.5},
};

TEST(ClosedForms, two_members_certain_of_different_classes) {
  const std::vector<double> p = {1, 0, 0, 1};
  expect_values(measure_one(qualm::contiguous_view(std::span(p), {1, 2, 2}), {}), opposite_corners);
  const std::vector<float> p32 = {1, 0, 0, 1};
  expect_values(measure_one(qualm::contiguous_view(std::span(p32), {1, 2, 2}), {}),
                opposite_corners, 1e-7);
}

TEST(ClosedForms, the_same_from_votes) {
  const std::vector<std::int64_t> votes = {0, 1};
  qualm::PredictionOptions how;
  how.input = qualm::Input::votes;
  expect_values(measure_one(qualm::contiguous_view(votes.data(), qualm::DType::i64, {1, 2}), how),
                opposite_corners, 1e-7);
}

TEST(ClosedForms, the_same_from_logits_far_apart) {
  const std::vector<double> logits = {1000, 0, -1000, 1000};
  qualm::PredictionOptions how;
  how.input = qualm::Input::logits;
  expect_values(measure_one(qualm::contiguous_view(std::span(logits), {1, 2, 2}), how),
                opposite_corners);
}

TEST(ClosedForms, a_weighted_sample_is_its_repeated_members) {
  // Weights 3:1 are three copies of the first member and one of the second.
  const std::vector<double> two = {0.7, 0.2, 0.1, 0.1, 0.3, 0.6};
  const std::vector<double> four = {0.7, 0.2, 0.1, 0.7, 0.2, 0.1, 0.7, 0.2, 0.1, 0.1, 0.3, 0.6};
  qualm::PredictionOptions weighted;
  weighted.member_weights = {6, 2};
  const auto a = measure_one(qualm::contiguous_view(std::span(two), {1, 2, 3}), weighted);
  const auto b = measure_one(qualm::contiguous_view(std::span(four), {1, 4, 3}), {});
  for (std::size_t f = 0; f < a.families.size(); ++f) {
    for (const qualm::Part part : a.families[f].measure.family().parts) {
      EXPECT_NEAR(get(a.families[f].parts, part)[0], get(b.families[f].parts, part)[0], 1e-14)
          << a.families[f].measure.name();
    }
  }
}

TEST(ClosedForms, one_member_has_only_aleatoric_uncertainty) {
  const std::vector<double> p = {0.5, 0.25, 0.25};
  expect_values(measure_one(qualm::contiguous_view(std::span(p), {1, 3}), {}),
                {{"variance", 0.625, 0.625, 0},
                 {"entropy", 1.5, 1.5, 0},
                 {"label-entropy", 1 + 2 * h(0.25), 1 + 2 * h(0.25), 0},
                 {"spherical", 1 - std::sqrt(0.375), 1 - std::sqrt(0.375), 0},
                 {"zero-one", 0.5, 0.5, 0},
                 {"wasserstein", 0.5, 0.5, 0}});
}

TEST(ClosedForms, two_members_that_lean_to_different_sides) {
  // p = (.8,.2) and (.2,.8): mean (.5,.5).
  const std::vector<double> p = {0.8, 0.2, 0.2, 0.8};
  const double norm = std::sqrt(0.68);
  expect_values(measure_one(qualm::contiguous_view(std::span(p), {1, 2, 2}), {}),
                {{"variance", 0.5, 0.32, 0.18},
                 {"entropy", 1, h(0.2), 1 - h(0.2)},
                 {"label-entropy", 2, 2 * h(0.2), 2 - 2 * h(0.2)},
                 {"spherical", 1 - std::sqrt(0.5), 1 - norm, norm - std::sqrt(0.5)},
                 {"zero-one", 0.5, 0.2, 0.3},
                 {"wasserstein", 0.5, 0.2, 0.3}},
                1e-13);
}

TEST(ClosedForms, zero_one_sees_no_epistemic_uncertainty_while_members_choose_alike) {
  const std::vector<double> p = {0.9, 0.1, 0.6, 0.4};
  expect_values(measure_one(qualm::contiguous_view(std::span(p), {1, 2, 2}), {}),
                {{"zero-one", 0.25, 0.25, 0}, {"wasserstein", 0.25, 0.25, 0.15}});
}

TEST(ClosedForms, the_log_base_changes_the_unit_and_nothing_else) {
  const std::vector<double> p = {0.8, 0.2, 0.1, 0.9};
  const auto view = qualm::contiguous_view(std::span(p), {1, 2, 2});
  qualm::MeasureOptions nats;
  nats.log_base = qualm::LogBase::e;
  const auto bits = measure_one(view, {});
  const auto in_nats = measure_one(view, {}, nats);
  EXPECT_EQ(bits.families[1].unit, "bits");
  EXPECT_EQ(in_nats.families[1].unit, "nats");
  EXPECT_NEAR(in_nats.families[1].parts.total[0], bits.families[1].parts.total[0] * std::log(2.0),
              1e-15);
  EXPECT_EQ(bits.families[0].parts.total[0], in_nats.families[0].parts.total[0]);
}

TEST(ClosedForms, the_finite_ensemble_correction_scales_epistemic_only) {
  const std::vector<double> p = {0.8, 0.2, 0.1, 0.9, 0.3, 0.7};
  const auto view = qualm::contiguous_view(std::span(p), {1, 3, 2});
  qualm::MeasureOptions corrected;
  corrected.corrected = true;
  const auto plain = qualm::measure(qualm::Predictions(view, {}));
  const auto better = qualm::measure(qualm::Predictions(view, {}), corrected);
  for (std::size_t f = 0; f < 2; ++f) {
    const auto& a = plain.families[f].parts;
    const auto& b = better.families[f].parts;
    EXPECT_EQ(a.aleatoric[0], b.aleatoric[0]);
    EXPECT_NEAR(b.epistemic[0], a.epistemic[0] * 1.5, 1e-15);
    EXPECT_EQ(b.total[0], b.aleatoric[0] + b.epistemic[0]);
  }
  corrected.measures = {"zero-one"};
  EXPECT_THROW(static_cast<void>(qualm::measure(qualm::Predictions(view, {}), corrected)),
               qualm::Error);
}

}  // namespace
