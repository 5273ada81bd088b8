// SPDX-License-Identifier: Apache-2.0
// The promises of the interface, on random ensembles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "qualm/measures.h"
#include "support/ensembles.h"
#include "support/families.h"

namespace {

using ensembles::Shape;

qualm::MeasureOptions everything() {
  qualm::MeasureOptions options;
  options.measures.clear();
  options.measures = qualm::all_measures();
  options.ordered = true;
  options.per_class = true;
  return options;
}

// Of ordered classes it is at their ends, and some families have none.
bool has_no_maximum_at_the_centre(const qualm::Measure& measure) {
  return measure.family().unbounded || measure.family().ordered;
}

template <class T>
qualm::Measures measure_all(const std::vector<T>& values, Shape shape,
                            const qualm::PredictionOptions& how = {}) {
  return qualm::measure(
      qualm::Predictions(
          qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}), how),
      everything());
}

// Random shapes: K from 2 to 1000, M from 1 to 50, and fewer rows where they are long.
std::vector<Shape> random_shapes() {
  qualm::Random random(2024);
  std::vector<Shape> shapes = {{3, 50, 1000}, {5, 1, 2}, {4, 2, 1000}, {40, 50, 2}};
  for (int i = 0; i < 40; ++i) {
    const auto k = static_cast<std::size_t>(2 * std::pow(500.0, random.uniform()));
    const std::size_t m = 1 + random.below(50);
    shapes.push_back({1 + random.below(std::min<std::size_t>(40, 1 + 4000 / (m * k))), m, k});
  }
  return shapes;
}

template <class T>
class Promise : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Promise, Types);

// One unit in the last place of T at the size of value.
template <class T>
double ulp(double value) {
  const T at = static_cast<T>(std::fabs(value));
  return static_cast<double>(std::nextafter(at, std::numeric_limits<T>::infinity()) - at);
}

TYPED_TEST(Promise, no_zero_has_a_sign) {
  const Shape shape = {37, 3, 4};
  std::vector<TypeParam> values;
  for (std::size_t row = 0; row < shape.n * shape.m; ++row) {
    for (std::size_t k = 0; k < shape.k; ++k) values.push_back(k == row % shape.k ? 1 : 0);
  }
  for (const qualm::FamilyResult& family : measure_all(values, shape).families) {
    for (const qualm::Part part : qualm::all_parts) {
      for (const qualm::Parts* parts : {&family.parts, &family.per_class}) {
        for (const double value : qualm::get(*parts, part)) {
          EXPECT_FALSE(std::signbit(value)) << family.measure.name() << " " << name(part);
        }
      }
    }
  }
}

TYPED_TEST(Promise, a_tie_goes_to_the_lowest_class_whatever_the_order_of_the_members) {
  const Shape shape = {200, 5, 3};
  qualm::Random random(7);
  std::vector<TypeParam> values;
  for (std::size_t i = 0; i < shape.n; ++i) {
    TypeParam first[5];
    for (TypeParam& p : first) p = static_cast<TypeParam>(0.5 * random.uniform());
    for (std::size_t m = 0; m < 5; ++m) {  // class 1 is class 0 with the members turned by two
      const TypeParam a = first[m], b = first[(m + 2) % 5];
      values.insert(values.end(), {a, b, static_cast<TypeParam>(1 - a - b)});
    }
  }
  const qualm::Measures result = measure_all(values, shape);
  for (std::size_t i = 0; i < shape.n; ++i) {
    if (sizeof(TypeParam) == sizeof(float)) {
      EXPECT_NE(result.predicted[i], 1U);
      EXPECT_EQ(result.mean[3 * i], result.mean[3 * i + 1]);
    } else {
      EXPECT_NEAR(result.mean[3 * i], result.mean[3 * i + 1], 1e-16);
    }
  }
}

TYPED_TEST(Promise, no_part_is_negative_and_total_is_the_sum_of_the_parts) {
  std::uint64_t seed = 0;
  for (const Shape shape : random_shapes()) {
    ++seed;
    const double spread = std::pow(10.0, -static_cast<double>(seed % 8));
    const double concentration = 0.1 + 0.3 * static_cast<double>(seed % 5);
    const auto values =
        ensembles::random_probabilities<TypeParam>(shape, concentration, spread, seed);
    const qualm::Measures result = measure_all(values, shape);
    for (const qualm::FamilyResult& got : result.families) {
      for (const qualm::Parts* parts : {&got.parts, &got.per_class}) {
        for (const double eu : parts->epistemic) ASSERT_GE(eu, 0);
        for (std::size_t i = 0; i < parts->total.size(); ++i) {
          ASSERT_GE(parts->aleatoric[i], 0);
          ASSERT_TRUE(std::isfinite(parts->total[i]) || got.measure.family().unbounded);
          if (got.measure.family().relation != qualm::Relation::additive) continue;
          if (std::isinf(parts->total[i])) {
            ASSERT_TRUE(std::isinf(parts->epistemic[i]));
            continue;
          }
          ASSERT_LE(std::fabs(parts->total[i] - (parts->aleatoric[i] + parts->epistemic[i])),
                    4 * ulp<TypeParam>(parts->total[i]));
        }
      }
    }
  }
}

TYPED_TEST(Promise, epistemic_is_zero_when_members_agree) {
  std::uint64_t seed = 0;
  for (const Shape shape : random_shapes()) {
    auto values = ensembles::random_probabilities<TypeParam>(shape, 0.3, 1, ++seed);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t row = i / (shape.m * shape.k);
      values[i] = values[row * shape.m * shape.k + i % shape.k];
    }
    qualm::PredictionOptions weighted;
    for (std::size_t m = 0; m < shape.m; ++m) {
      weighted.member_weights.push_back(0.1 + static_cast<double>(m % 3));
    }
    for (const auto& how : {qualm::PredictionOptions{}, weighted}) {
      const qualm::Measures result = measure_all(values, shape, how);
      for (const qualm::FamilyResult& got : result.families) {
        if (!families::vanish_for_equal_members(got.measure.family())) continue;
        for (const double eu : got.parts.epistemic) ASSERT_EQ(eu, 0) << got.measure.name();
        for (const double eu : got.per_class.epistemic) ASSERT_EQ(eu, 0) << got.measure.name();
      }
    }
  }
}

TYPED_TEST(Promise, epistemic_is_not_zero_when_one_member_differs_in_the_last_bit) {
  const Shape shape{64, 5, 10};
  auto values = ensembles::random_probabilities<TypeParam>(shape, 1, 1e-9, 3);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = values[i / 50 * 50 + i % 10];
  }
  for (std::size_t row = 0; row < shape.n; ++row) {
    TypeParam& value = values[row * 50 + (row % 5) * 10 + row % 10];
    value = std::nextafter(value, TypeParam(2));
  }
  const qualm::Measures result = measure_all(values, shape);
  for (const qualm::FamilyResult& got : result.families) {
    if (!got.measure.family().zero_only_if_equal) continue;
    for (const double eu : got.parts.epistemic) ASSERT_GT(eu, 0) << got.measure.name();
  }
}

// Softmax in float32 leaves rows like (1, 1e-25): their differences are too small for a float's
// square.
TEST(Promise, epistemic_is_not_zero_for_confident_members_that_differ_in_tiny_probabilities) {
  const std::vector<float> values = {1, 1e-25F, 1, 2e-25F};
  const qualm::Measures result = measure_all(values, {1, 2, 2});
  for (const qualm::FamilyResult& got : result.families) {
    if (!got.measure.family().zero_only_if_equal) continue;
    EXPECT_GT(got.parts.epistemic[0], 0) << got.measure.name();
  }
  EXPECT_NEAR(result.families[0].parts.epistemic[0] / 2.5e-51, 1, 1e-5);
}

TYPED_TEST(Promise, classes_weighted_and_summed_give_the_whole) {
  const Shape shape{50, 4, 6};
  const auto values = ensembles::random_probabilities<TypeParam>(shape, 0.5, 0.5, 8);
  qualm::MeasureOptions options = everything();
  options.class_weights = {1, 0, 2, 0.5, 10, 1};
  std::erase_if(options.measures, has_no_maximum_at_the_centre);
  for (const bool normalized : {false, true}) {
    options.normalized = normalized;
    const qualm::Measures result = qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span<const TypeParam>(values), {50, 4, 6}),
                           {}),
        options);
    for (const qualm::FamilyResult& got : result.families) {
      if (!got.measure.family().label_wise) {
        EXPECT_TRUE(got.per_class.total.empty());
        continue;
      }
      for (std::size_t i = 0; i < shape.n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 6; ++k) {
          sum += options.class_weights[k] * got.per_class.total[i * 6 + k];
        }
        ASSERT_NEAR(sum, got.parts.total[i], 1e-12);
      }
    }
  }
}

TEST(Promise, normalized_measures_reach_one_and_not_more) {
  for (const std::size_t k : {2UL, 3UL, 10UL}) {
    std::vector<double> uniform(k, 1.0 / static_cast<double>(k));
    qualm::MeasureOptions options = everything();
    options.normalized = true;
    std::erase_if(options.measures, has_no_maximum_at_the_centre);
    const qualm::Measures result = qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span<const double>(uniform), {1, 1, k}), {}),
        options);
    for (const qualm::FamilyResult& got : result.families) {
      EXPECT_NEAR(got.parts.total[0], 1, 1e-12) << got.measure.name() << " K=" << k;
      EXPECT_EQ(got.unit, "normalized");
    }
  }
}

TEST(Promise, the_predicted_class_is_the_right_one_where_two_are_nearly_tied) {
  const float a = 0.4F, above = std::nextafter(a, 1.0F);
  const std::vector<float> values = {a, a, 0.2F, a, above, 0.2F,   // the second, by half an ulp
                                     a, a, 0.2F, a, a,     0.2F};  // tied: the first
  const qualm::Measures both = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span<const float>(values), {2, 2, 3}), {}));
  EXPECT_EQ(both.predicted[0], 1U);
  EXPECT_EQ(both.predicted[1], 0U);
  const qualm::Measures alone = qualm::measure(qualm::Predictions(
      qualm::contiguous_view(std::span<const float>(values).first(6), {1, 2, 3}), {}));
  EXPECT_EQ(alone.predicted[0], 1U);
}

}  // namespace
