// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// As few rows as are sorted by comparing, as many as go to buckets and threads; floats and
/// doubles; all distinct, tied, tied by the hundred, in one octave, and with infinities and zeros.
TEST(TallyOf, is_what_counting_group_by_group_gives) {
  Random random(9);
  const auto scores_of = [&](std::size_t n, int shape) {
    std::vector<double> scores;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = random.uniform();
      const double shapes[] = {u,
                               static_cast<float>(u) - 0.5,
                               std::floor(40 * u),
                               1 + 1e-3 * static_cast<float>(u),
                               -1e30 * u,
                               u < 0.1   ? std::numeric_limits<double>::infinity()
                               : u < 0.2 ? -0.0
                                         : static_cast<double>(static_cast<float>(1 / u))};
      scores.push_back(shapes[shape]);
    }
    return scores;
  };
  for (const std::size_t n : {1U, 30U, 5000U, 100'000U}) {
    for (int shape = 0; shape < 6; ++shape) {
      Example all;
      all.scores = scores_of(n, shape);
      for (std::size_t i = 0; i < n; ++i) {
        all.positive.push_back(static_cast<std::uint8_t>(random.below(3) == 0));
      }
      const Tally expected = all.tally();
      for (const unsigned threads : {1U, 3U}) {
        const Tally found = tally_of(all.scores, all.positive, threads);
        ASSERT_EQ(*found.scores, *expected.scores) << n << ' ' << shape;
        ASSERT_EQ(found.negatives, expected.negatives) << n << ' ' << shape;
        ASSERT_EQ(found.positives, expected.positives) << n << ' ' << shape;
        ASSERT_EQ(found.n_positive, expected.n_positive);
      }
    }
  }
}

TEST(TallyOf, refuses_nan_and_a_missing_flag) {
  const std::vector<double> scores = {0, std::nan(""), 1};
  const std::vector<std::uint8_t> flags = {0, 1, 1}, fewer = {0, 1};
  expect_error(ErrorKind::data, {"row 1 is NaN"},
               [&] { static_cast<void>(tally_of(scores, flags)); });
  expect_error(ErrorKind::data, {"2 labels for 3 scores"},
               [&] { static_cast<void>(tally_of(scores, fewer)); });
}

TEST(Counts, hold_large_ones_beside_bytes_and_sum_any_range) {
  std::vector<std::uint32_t> counts(70'000);
  Random random(2);
  for (std::uint32_t& count : counts) {
    count = random.below(50) == 0 ? 4'000'000U : static_cast<std::uint32_t>(random.below(300));
  }
  const Counts held(counts);
  for (const auto& [first, last] :
       {std::pair{0U, 70'000U}, {1U, 2U}, {3U, 3U}, {5U, 1300U}, {32'768U, 65'537U}}) {
    std::uint64_t sum = 0;
    for (std::size_t i = first; i < last; ++i) {
      sum += counts[i];
      ASSERT_EQ(held[i], counts[i]);
    }
    EXPECT_EQ(held.sum(first, last), sum);
  }
  EXPECT_EQ(held.total(), held.sum(0, counts.size()));
}

/// Past the length up to which groups are worked on in one piece.
TEST(Pieces, change_no_number_but_its_last_bits) {
  const Example example = testing::make_example(120'000, std::uint64_t{1} << 50U, 4);
  Tally tally = example.tally();
  const auto all_numbers = [&](unsigned threads) {
    tally.threads = threads;
    std::vector<double> found = {auroc(tally).value,
                                 average_precision(tally).value,
                                 average_precision(tally, Target::negatives).value,
                                 fpr_at_tpr(tally).value,
                                 fpr_at_tpr(tally, 0.95, Target::negatives).value,
                                 delong_variance(tally).value,
                                 auroc_interval(tally).low};
    for (const Interval& each : rejection_intervals(tally)) found.push_back(each.low);
    for (const double value : rejection_curve(tally, paper_portions()).accuracy) {
      found.push_back(value);
    }
    for (const Target target : {Target::positives, Target::negatives}) {
      found.push_back(average_precision_interval(tally, target).high);
    }
    found.push_back(coverage_at_risk(tally, 0.3).coverage);
    return found;
  };
  EXPECT_EQ(all_numbers(3), all_numbers(1));
  // What can be counted row by row.
  std::vector<std::pair<double, std::uint8_t>> rows;
  for (std::size_t i = 0; i < example.n(); ++i) {
    rows.emplace_back(example.scores[i], example.positive[i]);
  }
  std::sort(rows.begin(), rows.end());
  std::uint64_t below = 0, above = 0, found = 0, kept = 0, wrong = 0;
  long double risks = 0, precisions = 0;
  double coverage = 0;
  for (const auto& [score, positive] : rows) {
    ++kept;
    wrong += positive;
    risks += static_cast<long double>(wrong) / kept;
    if (static_cast<double>(wrong) / static_cast<double>(kept) <= 0.3) {
      coverage = static_cast<double>(kept) / 120'000;
    }
    if (positive == 0) {
      precisions += 1 - static_cast<long double>(wrong) / kept;
      ++below;
    } else {
      above += below;
      ++found;
    }
  }
  EXPECT_EQ(auroc(tally).value,
            static_cast<double>(2 * above) / static_cast<double>(2 * below * found));
  EXPECT_NEAR(aurc(tally).value, static_cast<double>(risks / 120'000), 1e-15);
  EXPECT_NEAR(average_precision(tally, Target::negatives).value,
              static_cast<double>(precisions / below), 1e-15);
  EXPECT_EQ(coverage_at_risk(tally, 0.3).coverage, coverage);
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
  const Example a = testing::make_example(900, 20, 1);
  Example b = testing::make_example(900, 300, 2);
  b.positive = a.positive;
  const Placements of_a(Ranking(a.scores), a.positive), of_b(Ranking(b.scores), a.positive);
  const PairedTest expected = delong_test(of_a, of_b);
  PairMoments sums;
  for (const auto& [first, last] : {std::pair{0U, 120U}, {120U, 900U}}) {
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
