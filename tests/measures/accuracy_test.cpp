// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "qualm/measures.h"
#include "support/ensembles.h"
#include "support/reference.h"

namespace {

using ensembles::Shape;

const std::vector<qualm::Measure> all_families = {"variance",      "entropy",
                                            "label-entropy", "spherical",
                                            "zero-one",      "wasserstein"};

template <class T>
constexpr double promised = sizeof(T) == 4 ? 1e-5 : 1e-9;

struct Worst {
  double error = 0;
  std::string where;
  void see(double value, reference::Real expected, double floor, const std::string& place) {
    if (std::fabs(expected) < floor) return;
    const double now = std::fabs(static_cast<double>((value - expected) / expected));
    if (now > error || std::isnan(now)) {
      error = std::isnan(now) ? 1e300 : now;
      where = place + ": " + std::to_string(value * 1e9) + "e-9 for " +
              std::to_string(static_cast<double>(expected) * 1e9) + "e-9";
    }
  }
};

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

// Compares every value of every family with the long-double definition; values below `floor` are
// beyond the promise.
template <class T>
Worst worst_error(Shape shape, double concentration, double spread, double floor,
                  const std::vector<double>& member_weights = {},
                  const std::vector<double>& class_weights = {}, bool zeros = false) {
  auto values = ensembles::random_probabilities<T>(shape, concentration, spread, 7);
  if (zeros) put_zeros(values, shape.k);
  qualm::PredictionOptions prediction_options;
  prediction_options.member_weights = member_weights;
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}),
      prediction_options);
  qualm::MeasureOptions options;
  options.measures = all_families;
  options.class_weights = class_weights;
  options.per_class = true;
  const qualm::Measures result = qualm::measure(predictions, options);
  Worst worst;
  const reference::Row weights(member_weights.begin(), member_weights.end());
  const reference::Row importance(class_weights.begin(), class_weights.end());
  for (std::size_t i = 0; i < shape.n; ++i) {
    const reference::Sample sample = ensembles::sample(values, shape, i, weights);
    for (const qualm::FamilyResult& got : result.families) {
      const reference::Value expected = reference::measure(got.measure, sample, importance);
      const std::string place =
          std::string(got.measure.name()) + " row " + std::to_string(i);
      worst.see(got.parts.total[i], expected.total, floor, place + " total");
      worst.see(got.parts.aleatoric[i], expected.aleatoric, floor, place + " aleatoric");
      worst.see(got.parts.epistemic[i], expected.epistemic, floor, place + " epistemic");
      if (got.per_class.total.empty()) continue;
      for (std::size_t k = 0; k < shape.k; ++k) {
        const reference::Value of_class = got.measure == qualm::Measure("variance")
                                              ? reference::variance_of_class(sample, k)
                                              : reference::label_entropy_of_class(sample, k);
        const std::size_t at = i * shape.k + k;
        const std::string class_place = place + " class " + std::to_string(k);
        worst.see(got.per_class.total[at], of_class.total, floor, class_place + " total");
        worst.see(got.per_class.aleatoric[at], of_class.aleatoric, floor, class_place + " au");
        worst.see(got.per_class.epistemic[at], of_class.epistemic, floor, class_place + " eu");
      }
    }
  }
  return worst;
}

template <class T>
class Accuracy : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Accuracy, Types);

constexpr double smallest_promised = 1e-10;

TYPED_TEST(Accuracy, holds_for_ordinary_ensembles) {
  for (const double concentration : {0.05, 0.3, 1.0, 10.0}) {
    for (const double spread : {0.01, 0.3, 2.0}) {
      const Worst worst =
          worst_error<TypeParam>({40, 5, 10}, concentration, spread, smallest_promised);
      EXPECT_LE(worst.error, promised<TypeParam>)
          << worst.where << " concentration " << concentration << " spread " << spread;
    }
  }
}

TYPED_TEST(Accuracy, holds_when_members_nearly_agree) {
  for (const double spread : {1e-6, 1e-5, 1e-4, 1e-3}) {
    const Worst worst = worst_error<TypeParam>({40, 5, 10}, 0.5, spread, smallest_promised);
    EXPECT_LE(worst.error, promised<TypeParam>) << worst.where << " spread " << spread;
  }
}

TYPED_TEST(Accuracy, holds_from_2_to_1000_classes_and_1_to_50_members) {
  for (const Shape shape :
       {Shape{40, 2, 2}, Shape{20, 1, 3}, Shape{17, 3, 3}, Shape{9, 50, 7}, Shape{5, 17, 100},
        Shape{2, 10, 1000}, Shape{1, 50, 1000}, Shape{3, 200, 4}}) {
    const Worst worst = worst_error<TypeParam>(shape, 0.2, 0.5, smallest_promised);
    EXPECT_LE(worst.error, promised<TypeParam>)
        << worst.where << " shape " << shape.n << "x" << shape.m << "x" << shape.k;
  }
}

TYPED_TEST(Accuracy, holds_for_probabilities_that_are_exactly_zero_or_one) {
  for (const Shape shape : {Shape{40, 3, 2}, Shape{40, 3, 3}, Shape{40, 7, 5}}) {
    for (const double concentration : {0.001, 0.3, 3.0}) {
      const Worst worst =
          worst_error<TypeParam>(shape, concentration, 0.5, smallest_promised, {}, {}, true);
      EXPECT_LE(worst.error, promised<TypeParam>)
          << worst.where << " concentration " << concentration;
    }
  }
}

TYPED_TEST(Accuracy, holds_with_member_and_class_weights) {
  const std::vector<double> members = {1, 0.25, 3, 0, 7e-3};
  const std::vector<double> classes = {1, 0, 5, 0.01, 2, 1, 1};
  for (const double spread : {1e-4, 0.1, 2.0}) {
    const Worst worst =
        worst_error<TypeParam>({30, 5, 7}, 0.3, spread, smallest_promised, members, classes);
    EXPECT_LE(worst.error, promised<TypeParam>) << worst.where << " spread " << spread;
  }
}

}  // namespace
