// SPDX-License-Identifier: Apache-2.0
// The promise: the same bits for any instruction set, any number of threads, any split into
// batches, any memory order.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "kernels/target.h"
#include "qualm/error.h"
#include "qualm/measures.h"
#include "support/ensembles.h"
#include "support/families.h"

namespace {

using ensembles::Shape;

qualm::MeasureOptions everything(unsigned threads = 1) {
  qualm::MeasureOptions options;
  options.measures.clear();
  options.measures = qualm::all_measures();
  options.ordered = true;
  options.per_class = true;
  options.threads = threads;
  return options;
}

// Every number of a result, one after the other.
std::vector<double> all_numbers(const qualm::Measures& result) {
  std::vector<double> numbers(result.predicted.begin(), result.predicted.end());
  const auto append = [&](const std::vector<double>& more) {
    numbers.insert(numbers.end(), more.begin(), more.end());
  };
  append(result.mean);
  for (const qualm::FamilyResult& family : result.families) {
    for (const qualm::Part part : qualm::all_parts) {
      append(get(family.parts, part));
      append(get(family.per_class, part));
    }
    for (const qualm::ExtraResult& each : family.extras) append(each.values);
  }
  return numbers;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class Environment {
 public:
  explicit Environment(const std::string& value) { setenv("QUALM_TARGET", value.c_str(), 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { unsetenv("QUALM_TARGET"); }
};

template <class T>
void expect_same_bits_on_every_target(Shape shape, const qualm::PredictionOptions& how) {
  const auto values = how.input == qualm::Input::logits
                          ? ensembles::confident_logits<T>(shape, 11)
                          : ensembles::random_probabilities<T>(shape, 0.3, 0.7, 11);
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}), how);
  std::vector<double> first;
  for (const auto& target : qualm::kernels::supported_targets()) {
    const Environment forced{std::string(target.name)};
    const auto numbers = all_numbers(qualm::measure(predictions, everything()));
    if (first.empty()) first = numbers;
    EXPECT_TRUE(same_bits(first, numbers))
        << target.name << " " << shape.n << "x" << shape.m << "x" << shape.k;
  }
}

TEST(SameBits, on_every_target_for_sizes_around_the_vector_width) {
  for (std::size_t n = 1; n <= 33; ++n) {
    expect_same_bits_on_every_target<float>({n, 3, 5}, {});
    expect_same_bits_on_every_target<double>({n, 3, 5}, {});
  }
  for (std::size_t k = 2; k <= 19; ++k) expect_same_bits_on_every_target<float>({17, 2, k}, {});
  for (std::size_t m = 1; m <= 40; m += 3) expect_same_bits_on_every_target<float>({5, m, 4}, {});
}

TEST(SameBits, on_every_target_for_logits_weights_and_rescaled_rows) {
  qualm::PredictionOptions logits;
  logits.input = qualm::Input::logits;
  qualm::PredictionOptions weighted;
  weighted.member_weights = {1, 2, 0.5};
  qualm::PredictionOptions rescaled;
  rescaled.renormalize = true;
  qualm::PredictionOptions weighted_logits = logits;
  weighted_logits.member_weights = weighted.member_weights;
  for (const auto& how : {logits, weighted, weighted_logits, rescaled}) {
    expect_same_bits_on_every_target<float>({37, 3, 6}, how);
    expect_same_bits_on_every_target<double>({37, 3, 6}, how);
  }
}

qualm::MeasureOptions closed_forms_of_dirichlet() {
  qualm::MeasureOptions options = everything();
  options.measures = families::measures_that(
      [](const qualm::Family& family) { return family.dirichlet_kernel.has_value(); });
  return options;
}

// Concentrations of all sizes, some of which no kernel takes.
std::vector<double> random_concentrations(std::size_t n) {
  qualm::Random random(8);
  std::vector<double> alpha(n);
  for (double& value : alpha) value = std::exp(6 * random.normal());
  for (std::size_t i = 5; i < n; i += 61) alpha[i] *= 1e-12;
  return alpha;
}

TEST(SameBits, on_every_target_for_dirichlet_distributions) {
  qualm::PredictionOptions how;
  how.input = qualm::Input::dirichlet;
  qualm::MeasureOptions options = closed_forms_of_dirichlet();
  for (std::size_t n = 1; n <= 33; ++n) {
    const std::size_t k = 2 + n % 7;
    const std::vector<double> alpha = random_concentrations(n * k);
    options.class_weights.assign(n % 2 * k, 0.3);
    const qualm::Predictions predictions(
        qualm::contiguous_view(std::span<const double>(alpha), {n, k}), how);
    std::vector<double> first;
    for (const auto& target : qualm::kernels::supported_targets()) {
      const Environment forced{std::string(target.name)};
      const auto numbers = all_numbers(qualm::measure(predictions, options));
      if (first.empty()) first = numbers;
      EXPECT_TRUE(same_bits(first, numbers)) << target.name << " " << n << "x" << k;
    }
  }
}

TEST(SameBits, for_dirichlet_rows_alone_and_in_any_type_or_memory_order) {
  const std::size_t n = 37, k = 5;
  std::vector<double> alpha = random_concentrations(n * k), turned(n * k);
  std::vector<float> narrow;
  for (std::size_t i = 0; i < n * k; ++i) {
    narrow.push_back(static_cast<float>(alpha[i]));
    alpha[i] = narrow.back();
    turned[i % k * n + i / k] = alpha[i];
  }
  qualm::PredictionOptions how;
  how.input = qualm::Input::dirichlet;
  const qualm::MeasureOptions options = closed_forms_of_dirichlet();
  const auto measured = [&](const qualm::ArrayView& view) {
    return qualm::measure(qualm::Predictions(view, how), options);
  };
  const qualm::Measures all =
      measured(qualm::contiguous_view(std::span<const double>(alpha), {n, k}));
  const auto numbers = all_numbers(all);
  EXPECT_TRUE(same_bits(numbers, all_numbers(measured(qualm::contiguous_view(
                                     std::span<const float>(narrow), {n, k})))));
  qualm::ArrayView other = qualm::contiguous_view(std::span<const double>(turned), {n, k});
  other.strides = {sizeof(double), n * sizeof(double)};
  EXPECT_TRUE(same_bits(numbers, all_numbers(measured(other))));
  for (std::size_t i = 0; i < n; ++i) {
    const qualm::Measures alone =
        measured(qualm::contiguous_view(std::span<const double>(alpha).subspan(i * k, k), {1, k}));
    for (std::size_t f = 0; f < all.families.size(); ++f) {
      EXPECT_EQ(all.families[f].parts.epistemic[i], alone.families[f].parts.epistemic[0]);
    }
  }
}

TEST(SameBits, for_any_number_of_threads) {
  const auto expect_same = [](const qualm::Predictions& predictions) {
    qualm::MeasureOptions options = everything(1);
    // Those without a kernel are slow, and run on the same threads as `credal`.
    if (predictions.is_dirichlet()) {
      options.measures = closed_forms_of_dirichlet().measures;
    } else {
      options.measures = {"variance", "entropy", "credal"};
    }
    const auto one = all_numbers(qualm::measure(predictions, options));
    for (const unsigned threads : {2U, 7U}) {
      options.threads = threads;
      EXPECT_TRUE(same_bits(one, all_numbers(qualm::measure(predictions, options))))
          << name(predictions.options().input);
    }
  };
  const Shape shape{500, 10, 8};  // more than one thread takes at a time
  const auto values = ensembles::random_probabilities<float>(shape, 0.3, 0.7, 5);
  const std::span<const float> numbers(values);
  expect_same({qualm::contiguous_view(numbers, {shape.n, shape.m, shape.k}), {}});
  qualm::PredictionOptions how;
  how.input = qualm::Input::dirichlet;
  expect_same({qualm::contiguous_view(numbers, {5000, shape.k}), how});
  std::vector<float> labels;
  for (std::size_t i = 0; i < std::size_t{1600} * 40; ++i) {
    labels.push_back(std::floor(numbers[i % numbers.size()] * 8));
  }
  how.input = qualm::Input::votes;
  expect_same({qualm::contiguous_view(std::span<const float>(labels), {1600, 40}), how});
}

TEST(SameBits, for_any_split_into_batches) {
  const Shape shape{101, 4, 6};
  const auto values = ensembles::random_probabilities<float>(shape, 0.3, 0.7, 5);
  const auto whole = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span<const float>(values), {101, 4, 6}), {}));
  for (const std::size_t batch : {1UL, 7UL, 16UL, 50UL}) {
    for (std::size_t first = 0; first < shape.n; first += batch) {
      const std::size_t n = std::min(batch, shape.n - first);
      const auto part = qualm::measure(qualm::Predictions(
          qualm::contiguous_view(std::span<const float>(values).subspan(first * 24), {n, 4, 6}),
          {}));
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(whole.families[1].parts.epistemic[first + i],
                  part.families[1].parts.epistemic[i]);
        ASSERT_EQ(whole.families[0].parts.total[first + i], part.families[0].parts.total[i]);
      }
    }
  }
}

// The same numbers in another memory order, byte order or alignment are the same predictions.
template <class T>
void expect_same_bits_in_every_layout() {
  const std::size_t n = 35, m = 3, k = 7;
  const auto values = ensembles::random_probabilities<T>({n, m, k}, 0.4, 0.6, 9);
  const auto expected = all_numbers(qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span<const T>(values), {n, m, k}), {}),
      everything()));
  const std::vector<std::array<std::size_t, 3>> orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const std::array<std::size_t, 3> lengths = {n, m, k};
  for (const auto& order : orders) {
    for (const bool swapped : {false, true}) {
      // One byte of padding in front: unaligned.
      for (const std::size_t padding : {0UL, 1UL}) {
        std::vector<std::byte> memory(padding + values.size() * sizeof(T));
        qualm::ArrayView view;
        view.data = memory.data() + padding;
        view.dtype = sizeof(T) == 4 ? qualm::DType::f32 : qualm::DType::f64;
        view.byte_swapped = swapped;
        view.shape = {n, m, k};
        view.strides.resize(3);
        auto stride = static_cast<std::ptrdiff_t>(sizeof(T));
        for (std::size_t step = 3; step-- > 0;) {
          view.strides[order[step]] = stride;
          stride *= static_cast<std::ptrdiff_t>(lengths[order[step]]);
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
          const std::size_t at[] = {i / (m * k), i / k % m, i % k};
          std::ptrdiff_t offset = 0;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            offset += static_cast<std::ptrdiff_t>(at[axis]) * view.strides[axis];
          }
          std::byte bytes[sizeof(T)];
          std::memcpy(bytes, &values[i], sizeof(T));
          if (swapped) std::reverse(std::begin(bytes), std::end(bytes));
          std::memcpy(memory.data() + padding + offset, bytes, sizeof(T));
        }
        EXPECT_TRUE(same_bits(
            expected, all_numbers(qualm::measure(qualm::Predictions(view, {}), everything()))))
            << order[0] << order[1] << order[2] << " swapped " << swapped << " pad " << padding;
      }
    }
  }
}

TEST(SameBits, in_every_memory_order_byte_order_and_alignment) {
  expect_same_bits_in_every_layout<float>();
  expect_same_bits_in_every_layout<double>();
}

TEST(SameBits, for_float16_as_for_the_same_numbers_in_float32) {
  const Shape shape{50, 3, 9};
  auto values = ensembles::random_probabilities<float>(shape, 0.5, 0.5, 2);
  std::vector<std::uint16_t> halves;
  for (float& value : values) {
    halves.push_back(qualm::float_to_half(value));
    value = qualm::half_to_float(halves.back());
  }
  qualm::PredictionOptions loose;
  loose.row_sum_tolerance = 0.01;
  const auto narrow = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(halves.data(), qualm::DType::f16, {50, 3, 9}),
                         loose),
      everything());
  const auto wide = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span<const float>(values), {50, 3, 9}), loose),
      everything());
  EXPECT_TRUE(same_bits(all_numbers(narrow), all_numbers(wide)));
}

TEST(Targets, an_unknown_one_is_refused_with_the_list_of_those_that_work) {
  const Environment forced{"mmx"};
  try {
    static_cast<void>(qualm::kernels::chosen_target());
    FAIL();
  } catch (const qualm::Error& error) {
    EXPECT_EQ(error.kind(), qualm::ErrorKind::usage);
    for (const qualm::kernels::Target& each : qualm::kernels::supported_targets()) {
      EXPECT_NE(std::string_view(error.what()).find(each.name), std::string::npos) << error.what();
    }
  }
}

}  // namespace
