// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "support/ensembles.h"
#include "support/worst_error.h"

namespace {

using ensembles::Shape;
using worst::promised;
using worst::Worst;
using worst::worst_error;

// Smaller values are beyond the promise.
template <class T>
constexpr double smallest_promised = sizeof(T) == 4 ? 1e-34 : 1e-300;

// Every third probability is made exactly zero; what is left is rescaled.
template <class T>
void put_zeros(std::vector<T>& values, std::size_t n_classes) {
  for (std::size_t row = 0; row < values.size() / n_classes; ++row) {
    long double sum = 0;
    for (std::size_t k = 0; k < n_classes; ++k) {
      T& value = values[row * n_classes + k];
      if ((row * 7 + k * 5) % 3 == 0) value = 0;
      sum += value;
    }
    if (sum == 0) {
      values[row * n_classes] = 1;
      continue;
    }
    for (std::size_t k = 0; k < n_classes; ++k) {
      T& value = values[row * n_classes + k];
      value = static_cast<T>(value / sum);
    }
  }
}

template <class T>
Worst worst_error(Shape shape, double concentration, double spread,
                  const std::vector<double>& member_weights = {},
                  const std::vector<double>& class_weights = {}, bool zeros = false) {
  auto values = ensembles::random_probabilities<T>(shape, concentration, spread, 7);
  if (zeros) put_zeros(values, shape.k);
  qualm::PredictionOptions how;
  how.member_weights = member_weights;
  return worst_error(values, shape, how, class_weights, smallest_promised<T>);
}

template <class T>
class Accuracy : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Accuracy, Types);

TYPED_TEST(Accuracy, holds_for_ordinary_ensembles) {
  for (const double concentration : {0.05, 0.3, 1.0, 10.0}) {
    for (const double spread : {0.01, 0.3, 2.0}) {
      const Worst worst = worst_error<TypeParam>({40, 5, 10}, concentration, spread);
      EXPECT_LE(worst.error, promised<TypeParam>)
          << worst.where << " concentration " << concentration << " spread " << spread;
    }
  }
}

TYPED_TEST(Accuracy, holds_when_members_nearly_agree) {
  for (const double spread : {1e-6, 1e-5, 1e-4, 1e-3}) {
    const Worst worst = worst_error<TypeParam>({40, 5, 10}, 0.5, spread);
    EXPECT_LE(worst.error, promised<TypeParam>) << worst.where << " spread " << spread;
  }
}

TYPED_TEST(Accuracy, holds_from_2_to_1000_classes_and_1_to_50_members) {
  for (const Shape shape :
       {Shape{40, 2, 2}, Shape{20, 1, 3}, Shape{17, 3, 3}, Shape{9, 50, 7}, Shape{5, 17, 100},
        Shape{1, 10, 1000}, Shape{1, 50, 100}, Shape{3, 200, 4}}) {
    const Worst worst = worst_error<TypeParam>(shape, 0.2, 0.5);
    EXPECT_LE(worst.error, promised<TypeParam>)
        << worst.where << " shape " << shape.n << "x" << shape.m << "x" << shape.k;
  }
}

TYPED_TEST(Accuracy, holds_for_probabilities_that_are_exactly_zero_or_one) {
  for (const Shape shape : {Shape{40, 3, 2}, Shape{40, 3, 3}, Shape{40, 7, 5}}) {
    for (const double concentration : {0.001, 0.3, 3.0}) {
      const Worst worst = worst_error<TypeParam>(shape, concentration, 0.5, {}, {}, true);
      EXPECT_LE(worst.error, promised<TypeParam>)
          << worst.where << " concentration " << concentration;
    }
  }
}

TYPED_TEST(Accuracy, holds_with_member_and_class_weights) {
  const std::vector<double> members = {1, 0.25, 3, 0, 7e-3};
  const std::vector<double> classes = {1, 0, 5, 0.01, 2, 1, 1};
  for (const double spread : {1e-4, 0.1, 2.0}) {
    const Worst worst = worst_error<TypeParam>({30, 5, 7}, 0.3, spread, members, classes);
    EXPECT_LE(worst.error, promised<TypeParam>) << worst.where << " spread " << spread;
  }
}

// AU is then a small part of TU: it must not be what rounding leaves of a difference.
TYPED_TEST(Accuracy, holds_for_confident_members_that_contradict_each_other) {
  const Shape shape{60, 4, 4};  // the mean of four equal numbers is exact in the reference too
  std::vector<TypeParam> values;
  for (std::size_t i = 0; i < shape.n; ++i) {
    const double rest = std::pow(10.0, -0.1 * static_cast<double>(i));  // from 1 to 1e-6
    for (std::size_t m = 0; m < shape.m; ++m) {
      for (std::size_t k = 0; k < shape.k; ++k) {
        const bool is_sure = k == (m * m + i) % shape.k;
        values.push_back(static_cast<TypeParam>(is_sure ? 1 - 0.75 * rest : 0.25 * rest));
      }
    }
  }
  const Worst worst = worst_error(values, shape, {}, {}, smallest_promised<TypeParam>);
  EXPECT_LE(worst.error, promised<TypeParam>) << worst.where;
}

}  // namespace
