// SPDX-License-Identifier: Apache-2.0
#include "qualm/measures/row_measurer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "qualm/error.h"
#include "support/ensembles.h"

// Counted in this whole program.
namespace {
std::atomic<std::size_t> n_allocations{0};

void* counted(void* memory) {
  ++n_allocations;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) {
  return counted(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void* operator new(std::size_t size, const std::nothrow_t& /*how*/) noexcept {
  ++n_allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace {

using ensembles::Shape;

qualm::MeasureOptions with_kernels() {
  qualm::MeasureOptions options;
  options.measures = {"variance",  "entropy",  "label-entropy",
                      "spherical", "zero-one", "wasserstein"};
  options.per_class = true;
  return options;
}

template <class T>
void expect_the_bits_of_measure(Shape shape, const qualm::MeasureOptions& options,
                                const qualm::PredictionOptions& how) {
  const auto values = ensembles::random_probabilities<T>(shape, 0.3, 0.7, 5);
  const qualm::Measures all = qualm::measure(
      qualm::Predictions(
          qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}), how),
      options);
  qualm::RowMeasurer<T> measure_row(shape.m, shape.k, options, how);
  const std::size_t per_row = shape.m * shape.k;
  for (std::size_t i = 0; i < shape.n; ++i) {
    const qualm::Measures& one =
        measure_row(std::span<const T>(values).subspan(i * per_row, per_row));
    ASSERT_EQ(one.predicted[0], all.predicted[i]);
    ASSERT_EQ(one.families.size(), all.families.size());
    for (std::size_t f = 0; f < one.families.size(); ++f) {
      for (const qualm::Part part : qualm::all_parts) {
        ASSERT_EQ(get(one.families[f].parts, part)[0], get(all.families[f].parts, part)[i])
            << all.families[f].measure.name() << " of row " << i;
        const auto& classes = get(all.families[f].per_class, part);
        for (std::size_t k = 0; k < get(one.families[f].per_class, part).size(); ++k) {
          ASSERT_EQ(get(one.families[f].per_class, part)[k], classes[i * shape.k + k]);
        }
      }
    }
  }
}

TEST(RowMeasurer, gives_the_bits_of_measure) {
  qualm::PredictionOptions logits;
  logits.input = qualm::Input::logits;
  qualm::PredictionOptions weighted;
  weighted.member_weights = {1, 2, 0.5};
  qualm::MeasureOptions of_all_kinds = with_kernels();
  of_all_kinds.measures.emplace_back("tsallis:1.5");
  for (const std::size_t k : {2UL, 10UL, 16UL, 17UL, 70UL}) {
    expect_the_bits_of_measure<float>({19, 3, k}, {}, {});
    expect_the_bits_of_measure<double>({19, 3, k}, {}, {});
    expect_the_bits_of_measure<float>({19, 3, k}, of_all_kinds, {});
    expect_the_bits_of_measure<double>({19, 3, k}, of_all_kinds, weighted);
    expect_the_bits_of_measure<float>({19, 3, k}, of_all_kinds, logits);
  }
}

TEST(RowMeasurer, allocates_nothing_once_it_is_made) {
  for (const qualm::MeasureOptions& options : {qualm::MeasureOptions{}, with_kernels()}) {
    const auto values = ensembles::random_probabilities<float>({50, 5, 100}, 0.3, 0.7, 3);
    qualm::RowMeasurer<float> measure_row(5, 100, options);
    double sum = 0;
    const std::size_t before = n_allocations;
    for (std::size_t i = 0; i < 50; ++i) {
      sum += measure_row(std::span(values).subspan(i * 500, 500)).families[1].parts.total[0];
    }
    EXPECT_EQ(n_allocations, before);
    EXPECT_GT(sum, 0);
  }
  const std::size_t before = n_allocations;
  static_cast<void>(std::vector<int>(100));
  EXPECT_GT(n_allocations, before);  // they are counted
}

TEST(RowMeasurer, refuses_what_measure_refuses) {
  qualm::RowMeasurer<double> measure_row(1, 2);
  EXPECT_NO_THROW(measure_row(std::vector<double>{0.25, 0.75}));
  EXPECT_THROW(measure_row(std::vector<double>{0.5, 0.75}), qualm::Error);
  EXPECT_THROW(measure_row(std::vector<double>{0.25, 0.5, 0.25}), qualm::Error);
  EXPECT_EQ(measure_row(std::vector<double>{1, 0}).families[1].parts.total[0], 0);
  qualm::PredictionOptions votes;
  votes.input = qualm::Input::votes;
  EXPECT_THROW(qualm::RowMeasurer<float>(3, 4, {}, votes), qualm::Error);
}

}  // namespace
