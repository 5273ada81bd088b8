// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "qualm/analysis.h"
#include "support/expect_error.h"

namespace {

using qualm::ArrayView;
using qualm::ErrorKind;
using Rows = std::vector<double>;

constexpr std::size_t n_rows = 100'000, n_members = 3, n_classes = 4;

// Probabilities of n instances, m members, k classes that differ from row to row.
Rows predictions() {
  Rows p;
  for (std::size_t row = 0; row < n_rows * n_members; ++row) {
    const double a = static_cast<double>(row % 97) / 97, b = static_cast<double>(row % 89) / 89;
    p.insert(p.end(), {a * b, a * (1 - b), (1 - a) * b, (1 - a) * (1 - b)});
  }
  return p;
}

qualm::PredictionFiles said(std::size_t n_arrays, std::string axes) {
  qualm::PredictionFiles files;
  for (std::size_t i = 0; i < n_arrays; ++i) files.paths.push_back("p[" + std::to_string(i) + "]");
  files.axes = std::move(axes);
  return files;
}

void expect_equal(const qualm::MeasuredBlock& found, const qualm::Measures& expected) {
  EXPECT_EQ(found.measures.n_instances, expected.n_instances);
  EXPECT_EQ(found.measures.predicted, expected.predicted);
  EXPECT_EQ(found.measures.mean, expected.mean);
  for (std::size_t f = 0; f < expected.families.size(); ++f) {
    EXPECT_EQ(found.measures.families[f].parts.epistemic, expected.families[f].parts.epistemic);
    EXPECT_EQ(found.measures.families[f].per_class.total, expected.families[f].per_class.total);
  }
}

TEST(PredictionMemory, blocks_put_together_are_the_measures_of_the_whole) {
  const Rows p = predictions();
  const ArrayView view = qualm::contiguous_view(p, {n_rows, n_members, n_classes});
  qualm::MeasureOptions options;
  options.per_class = true;
  const qualm::PredictionSet set({view}, said(1, "nmk"));
  ASSERT_LT(set.block_rows(), n_rows);
  expect_equal(measure_all(set, options), measure(qualm::Predictions(view, {}), options));
}

TEST(PredictionMemory, members_anywhere_and_evenly_spaced_are_the_same_ensemble) {
  const Rows p = predictions();
  const ArrayView whole = qualm::contiguous_view(p, {n_rows, n_members, n_classes});
  std::vector<Rows> copies(n_members);
  std::vector<ArrayView> even, anywhere;
  for (std::size_t member = 0; member < n_members; ++member) {
    ArrayView view = whole;
    view.data += static_cast<std::ptrdiff_t>(member) * whole.strides[1];
    view.shape = {n_rows, n_classes};
    view.strides = {whole.strides[0], whole.strides[2]};
    even.push_back(view);
    // Class by class, so that no row lies in one piece.
    for (std::size_t c = 0; c < n_classes; ++c) {
      for (std::size_t i = 0; i < n_rows; ++i)
        copies[member].push_back(p[(i * n_members + member) * n_classes + c]);
    }
    anywhere.push_back(permute(qualm::contiguous_view(copies[member], {n_classes, n_rows}),
                               std::vector<std::size_t>{1, 0}));
  }
  const qualm::Measures expected = measure(qualm::Predictions(whole, {}));
  expect_equal(measure_all(qualm::PredictionSet(even, said(n_members, "nk")), {}), expected);
  expect_equal(measure_all(qualm::PredictionSet(anywhere, said(n_members, "nk")), {}), expected);
}

TEST(PredictionMemory, errors_name_the_array) {
  Rows p = predictions();
  p[(70'000 * n_members + 1) * n_classes] = -1;
  const qualm::PredictionSet set({qualm::contiguous_view(p, {n_rows, n_members, n_classes})},
                                 said(1, "nmk"));
  expect_error(ErrorKind::data, {"p[0]", "row 70000", "member 1", "class 0"},
               [&] { static_cast<void>(measure_all(set, {})); });
  expect_error(ErrorKind::data, {"p[0]", "empty", "0x3"}, [&] {
    qualm::PredictionSet({qualm::contiguous_view(p, {0, 3})}, said(1, "nk"));
  });
}

}  // namespace
