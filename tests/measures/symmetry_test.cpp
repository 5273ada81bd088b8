// SPDX-License-Identifier: Apache-2.0
// The promise: permuting members with their weights, or classes with theirs, gives the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "qualm/measures.h"
#include "qualm/random.h"
#include "support/ensembles.h"
#include "support/families.h"

namespace {

using ensembles::Shape;
using Order = std::vector<std::size_t>;

// Instances x members x classes; votes have one number per member, Dirichlets one member.
struct Sample {
  qualm::Input input;
  qualm::DType dtype;
  Shape shape;
  std::vector<double> values;
  std::vector<double> member_weights, class_weights;

  [[nodiscard]] std::size_t row_length() const {
    return input == qualm::Input::votes ? 1 : shape.k;
  }
};

Order random_order(std::size_t n, qualm::Random& random) {
  Order order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

std::vector<double> permuted(const std::vector<double>& values, const Order& order) {
  std::vector<double> result;
  if (values.empty()) return result;
  for (const std::size_t from : order) result.push_back(values[from]);
  return result;
}

Sample permuted(const Sample& sample, const Order& members, const Order& classes) {
  Sample result = sample;
  result.member_weights = permuted(sample.member_weights, members);
  result.class_weights = permuted(sample.class_weights, classes);
  const std::size_t length = sample.row_length();
  auto to = result.values.begin();
  for (std::size_t i = 0; i < sample.shape.n; ++i) {
    for (const std::size_t m : members) {
      const double* row = sample.values.data() + (i * sample.shape.m + m) * length;
      if (sample.input == qualm::Input::votes) {
        const auto place =
            std::find(classes.begin(), classes.end(), static_cast<std::size_t>(row[0]));
        *to++ = static_cast<double>(place - classes.begin());
        continue;
      }
      for (const std::size_t k : classes) *to++ = row[k];
    }
  }
  return result;
}

template <class T, class Convert>
std::vector<std::byte> bytes_of(const std::vector<double>& values, const Convert& convert) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T value = convert(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const Sample& sample) {
  switch (sample.dtype) {
    case qualm::DType::f16:
      return bytes_of<std::uint16_t>(sample.values, [](double value) {
        return qualm::float_to_half(static_cast<float>(value));
      });
    case qualm::DType::f32:
      return bytes_of<float>(sample.values, [](double value) { return static_cast<float>(value); });
    case qualm::DType::i64:
      return bytes_of<std::int64_t>(sample.values,
                                    [](double value) { return static_cast<std::int64_t>(value); });
    default:
      return bytes_of<double>(sample.values, [](double value) { return value; });
  }
}

qualm::Measures measure_sample(const Sample& sample) {
  const std::vector<std::byte> bytes = bytes_of(sample);
  std::vector<std::size_t> shape = {sample.shape.n, sample.shape.m, sample.shape.k};
  if (sample.input == qualm::Input::votes) shape.erase(shape.begin() + 2);
  if (sample.input == qualm::Input::dirichlet || sample.input == qualm::Input::counts) {
    shape.erase(shape.begin() + 1);
  }
  qualm::PredictionOptions how;
  how.input = sample.input;
  how.member_weights = sample.member_weights;
  if (sample.input == qualm::Input::votes) how.n_classes = sample.shape.k;
  qualm::MeasureOptions options;
  options.measures = qualm::all_measures();
  options.ordered = true;
  if (sample.input == qualm::Input::dirichlet || sample.input == qualm::Input::counts) {
    options.measures = families::measures_that(families::take_dirichlet);
  }
  options.class_weights = sample.class_weights;
  options.per_class = true;
  return qualm::measure(
      qualm::Predictions(qualm::contiguous_view(bytes.data(), sample.dtype, shape), how), options);
}

// How many of the values differ in a bit; those of each instance go through `classes`, if any.
std::size_t n_different(const std::vector<double>& before, const std::vector<double>& after,
                        const Order& classes = {0}) {
  std::size_t n = before.size() == after.size() ? 0 : 1;
  for (std::size_t i = 0; i + classes.size() <= before.size(); i += classes.size()) {
    for (std::size_t k = 0; k < classes.size(); ++k) {
      if (std::memcmp(&before[i + classes[k]], &after[i + k], sizeof(double)) != 0) ++n;
    }
  }
  return n;
}

bool changes_order(const Order& classes) {
  return !std::is_sorted(classes.begin(), classes.end());
}

void expect_same_bits(const qualm::Measures& before, const qualm::Measures& after,
                      const Order& classes, const std::string& what) {
  EXPECT_EQ(n_different(before.mean, after.mean, classes), 0U) << "mean of " << what;
  for (std::size_t i = 0; i < before.n_instances; ++i) {  // tied classes may change places
    EXPECT_EQ(before.mean[i * before.n_classes + before.predicted[i]],
              after.mean[i * before.n_classes + after.predicted[i]]);
  }
  for (std::size_t f = 0; f < before.families.size(); ++f) {
    const qualm::FamilyResult& a = before.families[f];
    const qualm::FamilyResult& b = after.families[f];
    if (a.measure.family().ordered && changes_order(classes)) continue;
    for (const qualm::Part part : qualm::all_parts) {
      const std::string place =
          std::string(a.measure.name()) + "." + std::string(name(part)) + " of " + what;
      EXPECT_EQ(n_different(get(a.parts, part), get(b.parts, part)), 0U) << place;
      EXPECT_EQ(n_different(get(a.per_class, part), get(b.per_class, part), classes), 0U)
          << place << ", per class";
    }
  }
}

void expect_symmetry(const Sample& sample, const std::string& what) {
  qualm::Random random(99, sample.shape.m * 1000 + sample.shape.k);
  const qualm::Measures before = measure_sample(sample);
  for (int i = 0; i < 2; ++i) {
    const Order members = random_order(sample.shape.m, random);
    const Order classes = random_order(sample.shape.k, random);
    expect_same_bits(before, measure_sample(permuted(sample, members, classes)), classes, what);
    Order kept = classes;
    std::sort(kept.begin(), kept.end());
    expect_same_bits(before, measure_sample(permuted(sample, members, kept)), kept, what);
  }
}

// Even instances hold ordinary rows; odd ones steps of 1/8, so that means are tied.
std::vector<double> random_rows(Shape shape) {
  std::vector<double> values = ensembles::random_probabilities<double>(shape, 0.4, 0.8, 21);
  qualm::Random random(22);
  for (std::size_t row = 0; row < shape.n * shape.m; ++row) {
    if (row / shape.m % 2 == 0) continue;
    double* p = values.data() + row * shape.k;
    std::fill_n(p, shape.k, 0.0);
    for (int draw = 0; draw < 8; ++draw) p[random.below(shape.k)] += 0.125;
  }
  return values;
}

// None, and weights of many sizes with a zero and equal ones among them.
std::vector<std::vector<double>> possible_weights(std::size_t n) {
  std::vector<double> weights;
  constexpr std::array<double, 6> sizes = {1, 0.3, 7, 0.3, 1e-5, 0};
  for (std::size_t i = 0; i < n; ++i) weights.push_back(sizes[i % sizes.size()]);
  return {{}, weights};
}

template <class Visit>
void for_weighted_samples(Sample sample, const Visit& visit) {
  for (const auto& member_weights : possible_weights(sample.shape.m)) {
    for (const auto& class_weights : possible_weights(sample.shape.k)) {
      sample.member_weights = member_weights;
      sample.class_weights = class_weights;
      visit(sample, std::to_string(sample.shape.m) + " members, " + std::to_string(sample.shape.k) +
                        " classes" + (member_weights.empty() ? "" : ", weighted members") +
                        (class_weights.empty() ? "" : ", weighted classes"));
    }
  }
}

constexpr std::array<std::size_t, 5> numbers_of_members = {1, 2, 3, 5, 40};
constexpr std::array<std::size_t, 4> numbers_of_classes = {2, 3, 10, 100};

void expect_symmetry_of_floats(qualm::Input input, qualm::DType dtype) {
  for (const std::size_t m : numbers_of_members) {
    for (const std::size_t k : numbers_of_classes) {
      Sample sample{input, dtype, {5, m, k}, random_rows({5, m, k}), {}, {}};
      if (input == qualm::Input::logits) {
        for (double& value : sample.values) value = std::log(value + 1e-4);
      }
      for_weighted_samples(sample, [&](const Sample& each, const std::string& what) {
        expect_symmetry(each,
                        std::string(name(input)) + " as " + std::string(name(dtype)) + ", " + what);
      });
    }
  }
}

class Symmetry : public testing::TestWithParam<qualm::DType> {};

TEST_P(Symmetry, of_probabilities) {
  expect_symmetry_of_floats(qualm::Input::probs, GetParam());
}

TEST_P(Symmetry, of_logits) {
  expect_symmetry_of_floats(qualm::Input::logits, GetParam());
}

TEST_P(Symmetry, of_confident_logits) {
  for (const Shape shape : {Shape{40, 2, 3}, Shape{40, 5, 10}, Shape{9, 40, 3}}) {
    const Sample sample{qualm::Input::logits,
                        GetParam(),
                        shape,
                        ensembles::confident_logits<double>(shape, 4),
                        {},
                        {}};
    for_weighted_samples(sample, [](const Sample& each, const std::string& what) {
      expect_symmetry(each, "confident logits, " + what);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Symmetry,
                         testing::Values(qualm::DType::f16, qualm::DType::f32, qualm::DType::f64),
                         [](const auto& type) { return std::string(name(type.param)); });

TEST(Symmetry, of_votes) {
  qualm::Random random(5);
  for (const std::size_t m : numbers_of_members) {
    for (const std::size_t k : numbers_of_classes) {
      Sample sample{qualm::Input::votes, qualm::DType::i64, {16, m, k}, {}, {}, {}};
      for (std::size_t i = 0; i < 16 * m; ++i) {
        sample.values.push_back(static_cast<double>(std::min(random.below(k), random.below(k))));
      }
      for_weighted_samples(sample, [](const Sample& each, const std::string& what) {
        expect_symmetry(each, "votes, " + what);
      });
    }
  }
}

TEST(Symmetry, of_dirichlet_concentrations_and_counts) {
  qualm::Random random(6);
  for (const std::size_t k : numbers_of_classes) {
    Sample counts{qualm::Input::counts, qualm::DType::i64, {3, 1, k}, {}, {}, {}};
    Sample alpha{qualm::Input::dirichlet, qualm::DType::f32, {3, 1, k}, {}, {}, {}};
    for (std::size_t i = 0; i < 3 * k; ++i) {
      const double size = std::exp(3 * random.normal());
      counts.values.push_back(std::floor(size));
      alpha.values.push_back(i % 3 == 0 ? 0.7 : size);
    }
    for (Sample sample : {counts, alpha}) {
      for (const auto& class_weights : possible_weights(k)) {
        sample.class_weights = class_weights;
        expect_symmetry(sample, std::string(name(sample.input)) + ", " + std::to_string(k) +
                                    " classes" + (class_weights.empty() ? "" : ", weighted"));
      }
    }
  }
}

TEST(Symmetry, of_rows_that_are_rescaled) {
  const Shape shape{20, 5, 7};
  std::vector<double> values = random_rows(shape);
  for (double& value : values) value *= 3.7;
  qualm::PredictionOptions how;
  how.renormalize = true;
  const auto measured = [&](const std::vector<double>& numbers) {
    return qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span(numbers), {20, 5, 7}), how));
  };
  qualm::Random random(8);
  Sample sample{qualm::Input::probs, qualm::DType::f64, shape, values, {}, {}};
  const Sample other = permuted(sample, random_order(5, random), random_order(7, random));
  const qualm::Measures before = measured(values), after = measured(other.values);
  for (std::size_t f = 0; f < before.families.size(); ++f) {
    for (const qualm::Part part : qualm::all_parts) {
      EXPECT_EQ(
          n_different(get(before.families[f].parts, part), get(after.families[f].parts, part)), 0U);
    }
  }
}

qualm::FamilyResult extras_of(const std::vector<double>& values, Shape shape,
                              const qualm::Measure& measure) {
  qualm::MeasureOptions options;
  options.measures = {measure};
  options.ordered = true;
  for (const qualm::Extra& extra : measure.family().extras) options.extras.push_back(extra.name);
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span(values), {shape.n, shape.m, shape.k}), {});
  return qualm::measure(predictions, options).families[0];
}

TEST(Symmetry, of_extras) {
  const Shape shape{6, 5, 7};
  const Sample sample{qualm::Input::probs, qualm::DType::f64, shape, random_rows(shape), {}, {}};
  qualm::Random random(9);
  Order kept(7);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  for (const qualm::Measure& each : qualm::all_measures()) {
    const Order classes = each.family().ordered ? kept : random_order(7, random);
    const auto before = extras_of(sample.values, shape, each);
    const auto after =
        extras_of(permuted(sample, random_order(5, random), classes).values, shape, each);
    for (std::size_t e = 0; e < before.extras.size(); ++e) {
      EXPECT_EQ(n_different(before.extras[e].values, after.extras[e].values), 0U)
          << each.name() << "." << before.extras[e].name;
    }
  }
}

TEST(Symmetry, of_rows_measured_together_or_alone) {
  const Shape shape{40, 5, 7};
  const std::vector<double> values = random_rows(shape);
  for (const qualm::Measure& each : qualm::all_measures()) {
    const qualm::FamilyResult together = extras_of(values, shape, each);
    for (std::size_t i = 0; i < shape.n; ++i) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * 35);
      const qualm::FamilyResult alone = extras_of({first, first + 35}, {1, 5, 7}, each);
      for (const qualm::Part part : each.family().parts) {
        EXPECT_EQ(n_different({get(together.parts, part)[i]}, get(alone.parts, part)), 0U)
            << each.name() << " row " << i;
      }
      for (std::size_t e = 0; e < alone.extras.size(); ++e) {
        EXPECT_EQ(n_different({together.extras[e].values[i]}, alone.extras[e].values), 0U)
            << each.name() << "." << alone.extras[e].name << " row " << i;
      }
    }
  }
}

}  // namespace
