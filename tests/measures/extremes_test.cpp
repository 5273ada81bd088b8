// SPDX-License-Identifier: Apache-2.0
// The promised error at the ends of what can be asked: very many classes or members, numbers at the
// edge of their type, weights of all sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/ensembles.h"
#include "support/worst_error.h"

namespace {

using ensembles::Shape;

template <class T>
class Extremes : public testing::Test {
 protected:
  static void expect_promise(const std::vector<T>& values, Shape shape,
                             const qualm::PredictionOptions& how = {},
                             const std::vector<double>& class_weights = {},
                             const std::vector<qualm::Measure>& measures =
                                 families::measures_that(families::are_expectations)) {
    constexpr double floor = sizeof(T) == 4 ? 1e-34 : 1e-300;
    const auto worst = worst::worst_error(values, shape, how, class_weights, floor, measures);
    EXPECT_LE(worst.error, worst::promised<T>) << worst.where;
  }
};
using ExtremeTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Extremes, ExtremeTypes);

// Definitions that compare all pairs, of classes or of members, take too long here.
std::vector<qualm::Measure> without(bool (*is_slow)(const qualm::Family&)) {
  std::vector<qualm::Measure> measures = families::measures_that(families::are_expectations);
  std::erase_if(measures, [&](const qualm::Measure& each) { return is_slow(each.family()); });
  return measures;
}

using Extremes32 = Extremes<float>;
TEST_F(Extremes32, of_a_hundred_thousand_classes) {
  const Shape shape{1, 2, 100'000};
  expect_promise(ensembles::random_probabilities<float>(shape, 0.3, 0.5, 1), shape, {}, {},
                 without([](const qualm::Family& family) { return family.ordered; }));
}

TYPED_TEST(Extremes, of_ten_thousand_members) {
  const Shape shape{1, 10'000, 2};
  this->expect_promise(ensembles::random_probabilities<TypeParam>(shape, 0.8, 0.5, 2), shape, {},
                       {}, without([](const qualm::Family& family) {
                         return family.name == "pairwise-entropy" || family.name == "wasserstein";
                       }));
}

TYPED_TEST(Extremes, of_subnormal_numbers_and_negative_zeros) {
  constexpr TypeParam least = std::numeric_limits<TypeParam>::denorm_min();
  constexpr TypeParam small = std::numeric_limits<TypeParam>::min();
  // Subnormal numbers may count as zero: none of them decides here what is infinite.
  const std::vector<TypeParam> values = {1, least,     0,         1, small, -TypeParam{0},
                                         1, 3 * least, 16 * small};
  this->expect_promise(values, {1, 3, 3});
  const std::vector<TypeParam> halves = {0.5, 0.5, -TypeParam{0}, 0.5, 0.5, 8 * small};
  this->expect_promise(halves, {1, 2, 3});
}

TYPED_TEST(Extremes, of_weights_of_all_sizes) {
  const Shape shape{7, 4, 5};
  const auto values = ensembles::random_probabilities<TypeParam>(shape, 0.5, 0.7, 3);
  qualm::PredictionOptions how;
  how.member_weights = {1e300, 0, 3e299, 1e-300};
  this->expect_promise(values, shape, how, {0, 1e-300, 1, 1e100, 2});
  how.member_weights = {1e-300, 2e-300, 0, 5e-301};
  this->expect_promise(values, shape, how, {1e-300, 0, 2e-300, 1e-299, 1e-300});
}

}  // namespace
