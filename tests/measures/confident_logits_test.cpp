// SPDX-License-Identifier: Apache-2.0
// Members so sure of a class that its probability is one to the last digit: what rests on 1 - p
// keeps its digits.
#include <gtest/gtest.h>

#include <limits>

#include "support/ensembles.h"
#include "support/families.h"
#include "support/worst_error.h"

namespace {

using ensembles::Shape;

template <class T>
class ConfidentLogits : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(ConfidentLogits, Types);

template <class T>
void expect_promise(Shape shape, const std::vector<double>& member_weights,
                    const std::vector<double>& class_weights, std::uint64_t seed,
                    double least_spread = 0.005) {
  qualm::PredictionOptions how;
  how.input = qualm::Input::logits;
  how.member_weights = member_weights;
  const auto worst =
      worst::worst_error(ensembles::confident_logits<T>(shape, seed, least_spread), shape, how,
                         class_weights, std::numeric_limits<double>::min());
  EXPECT_LE(worst.error, worst::promised<T>)
      << worst.where << " shape " << shape.n << "x" << shape.m << "x" << shape.k;
}

TYPED_TEST(ConfidentLogits, keep_the_promised_error_for_members_of_equal_weight) {
  std::uint64_t seed = 0;
  for (const Shape shape : {Shape{200, 1, 2}, Shape{400, 2, 2}, Shape{400, 3, 3}, Shape{200, 5, 10},
                            Shape{20, 20, 7}, Shape{10, 3, 100}}) {
    expect_promise<TypeParam>(shape, {}, {}, ++seed);
  }
}

TYPED_TEST(ConfidentLogits, keep_the_promised_error_for_weighted_members_and_classes) {
  const std::vector<double> classes = {1, 0, 5, 0.01, 2, 1, 1};
  for (const std::vector<double>& members :
       {std::vector<double>{1, 0.25, 3, 0, 7e-3}, std::vector<double>{1e-9, 1, 1, 1, 0},
        std::vector<double>{0, 0, 0, 0, 1}}) {
    expect_promise<TypeParam>({200, 5, 7}, members, classes, 11);
    expect_promise<TypeParam>({200, 5, 2}, members, {}, 12);
  }
}

TYPED_TEST(ConfidentLogits, keep_the_promised_error_when_members_differ_by_1e_5) {
  expect_promise<TypeParam>({200, 5, 7}, {}, {}, 21, 1e-5);
  expect_promise<TypeParam>({200, 5, 7}, {1, 0.25, 3, 0, 7e-3}, {}, 22, 1e-5);
}

qualm::Measures measure_logits(const std::vector<double>& logits, Shape shape) {
  qualm::PredictionOptions how;
  how.input = qualm::Input::logits;
  qualm::MeasureOptions options;
  options.measures = families::measures_that(families::vanish_for_equal_members);
  options.ordered = true;
  options.per_class = true;
  return qualm::measure(qualm::Predictions(qualm::contiguous_view(std::span<const double>(logits),
                                                                  {shape.n, shape.m, shape.k}),
                                           how),
                        options);
}

TEST(ConfidentLogits, leave_the_rest_that_the_other_class_has) {
  const double rest = std::exp(-40) / (1 + std::exp(-40));
  for (const qualm::FamilyResult& got : measure_logits({0, -40}, {1, 1, 2}).families) {
    const std::string_view name = got.measure.name();
    if (name == "zero-one" || name == "wasserstein" || name == "spherical") {
      EXPECT_NEAR(got.parts.total[0] / rest, 1, 1e-14) << name;
    }
    if (name == "variance") {
      EXPECT_NEAR(got.parts.total[0] / (2 * rest), 1, 1e-14);
    }
    EXPECT_EQ(got.parts.epistemic[0], 0) << name;
  }
}

TEST(ConfidentLogits, have_epistemic_uncertainty_only_where_members_differ) {
  for (const double other : {-50.0, -50.5}) {
    const qualm::Measures result =
        measure_logits({3, -47, -48, 0, other, -51, 7, -43, -44}, {1, 3, 3});
    for (const qualm::FamilyResult& got : result.families) {
      if (other == -50.0) {
        EXPECT_EQ(got.parts.epistemic[0], 0) << got.measure.name();
      } else if (got.measure.family().zero_only_if_equal) {
        EXPECT_GT(got.parts.epistemic[0], 0) << got.measure.name();
      }
    }
  }
}

// Greater gaps than e^x has numbers for: certain members, as those of one-hot rows.
TEST(ConfidentLogits, beyond_the_range_of_numbers_are_certain) {
  const double huge = std::numeric_limits<double>::max();
  for (const std::vector<double>& logits :
       {std::vector<double>{0, -800, 0, -1e6}, std::vector<double>{huge, -huge, huge, -huge}}) {
    for (const qualm::FamilyResult& got : measure_logits(logits, {1, 2, 2}).families) {
      for (const qualm::Part part : got.measure.family().parts) {
        EXPECT_EQ(get(got.parts, part)[0], 0) << got.measure.name();
      }
    }
  }
  for (const qualm::FamilyResult& got : measure_logits({0, -800, -800, 0}, {1, 2, 2}).families) {
    for (const double value : got.parts.aleatoric) EXPECT_EQ(value, 0) << got.measure.name();
    EXPECT_GT(got.parts.epistemic[0], 0.2) << got.measure.name();
  }
}

TEST(ConfidentLogits, that_are_tied_share_one_half) {
  for (const qualm::FamilyResult& got : measure_logits({5, 5, -700}, {1, 1, 3}).families) {
    const std::string_view name = got.measure.name();
    if (name == "zero-one") {
      EXPECT_EQ(got.parts.total[0], 0.5);
    } else if (name == "entropy") {
      EXPECT_NEAR(got.parts.total[0], 1, 1e-15);
    }
  }
}

}  // namespace
