// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/merge.h"

#include <gtest/gtest.h>

#include "evaluation/support/example.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using testing::Example;

/// The rows of an example from one on, up to another.
Example piece_of(const Example& all, std::size_t first, std::size_t last) {
  const auto cut = [&](const auto& values) {
    return std::remove_cvref_t<decltype(values)>(
        values.begin() + static_cast<std::ptrdiff_t>(first),
        values.begin() + static_cast<std::ptrdiff_t>(last));
  };
  return {cut(all.scores), cut(all.positive)};
}

TEST(Merge, of_pieces_is_the_tally_of_all_rows) {
  for (const std::uint64_t n_levels : {1U, 5U, 100'000U}) {
    const Example all = testing::make_example(1000, n_levels, n_levels);
    std::vector<Tally> pieces;
    for (const auto& [first, last] : {std::pair{0U, 1U}, {1U, 1U}, {1U, 700U}, {700U, 1000U}}) {
      const Example piece = piece_of(all, first, last);
      pieces.push_back(tally_of(piece.scores, piece.positive));
    }
    const Tally merged = merge(pieces), expected = all.tally();
    EXPECT_EQ(*merged.scores, *expected.scores);
    EXPECT_EQ(merged.negatives, expected.negatives);
    EXPECT_EQ(merged.positives, expected.positives);
    EXPECT_EQ(merged.n_positive, expected.n_positive);
  }
}

TEST(Merge, refuses_more_rows_than_counts_can_hold) {
  const Tally many({0}, {4'000'000'000U}, {0});
  expect_error(ErrorKind::data, {"8000000000 rows"}, [&] {
    static_cast<void>(merge(std::vector<Tally>{many, many}));
  });
}

TEST(Place, gives_every_row_what_its_placement_is_in_one_table) {
  const Example all = testing::make_example(400, 30, 1);
  const Placements expected(Ranking(all.scores), all.positive);
  const Tally tally = all.tally();
  for (std::size_t row = 0; row < all.n(); ++row) {
    const Kind kind = all.positive[row] != 0 ? Kind::positive : Kind::negative;
    EXPECT_EQ(place(tally, {&all.scores[row], 1}, kind)[0], expected.doubled[row]);
    EXPECT_EQ(place(tally, {&all.scores[row], 1}, kind, 7)[0], expected.doubled[row] + 14);
  }
}

TEST(PairMoments, of_pieces_add_up_to_the_test_of_all_rows) {
  const Example a = testing::make_example(300, 20, 1);
  Example b = testing::make_example(300, 300, 2);
  b.positive = a.positive;
  const Placements of_a(Ranking(a.scores), a.positive), of_b(Ranking(b.scores), a.positive);
  const PairedTest expected = delong_test(of_a, of_b);
  PairMoments sums;
  for (const auto& [first, last] : {std::pair{0U, 120U}, {120U, 300U}}) {
    PairMoments piece;
    for (std::size_t row = first; row < last; ++row) {
      (a.positive[row] != 0 ? piece.of_positives : piece.of_negatives)
          .add(evaluation::Int128{of_a.doubled[row]} - evaluation::Int128{of_b.doubled[row]});
    }
    sums.add(piece);
  }
  const PairedTest found = delong_test(sums, of_a.n_negative, of_a.n_positive);
  EXPECT_EQ(found.p_value.value, expected.p_value.value);
  EXPECT_EQ(found.interval.low, expected.interval.low);
}

TEST(CalibrationSums, of_pieces_add_up_to_the_calibration_of_all_rows) {
  Random random(5);
  CalibrationRows all, pieces[2];
  for (int i = 0; i < 500; ++i) {
    const double p = random.uniform();
    const double row[] = {p, 1 - p};
    const auto label = static_cast<std::uint32_t>(random.below(2));
    all.add(row, label);
    pieces[i < 123 ? 0 : 1].add(row, label);
  }
  for (const Binning binning : {Binning::equal_width, Binning::equal_mass}) {
    const ReliabilityOptions options{15, binning};
    CalibrationSums sums(pieces[0], options);
    sums.add({pieces[1], options});
    const Tally confidence = tally_of(all.confidence, all.correct);
    const Calibration found = calibration(sums, options, &confidence);
    const Calibration expected = calibration(all, options);
    EXPECT_EQ(found.nll.value, expected.nll.value);
    EXPECT_EQ(found.brier.value, expected.brier.value);
    EXPECT_EQ(found.reliability.ece.value, expected.reliability.ece.value);
    EXPECT_EQ(found.reliability.mce.value, expected.reliability.mce.value);
  }
}

}  // namespace
}  // namespace qualm
