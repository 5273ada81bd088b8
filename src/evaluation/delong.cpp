// SPDX-License-Identifier: Apache-2.0
#include "evaluation/delong.h"

#include <algorithm>
#include <cmath>

#include "evaluation/distributions.h"
#include "evaluation/logit_interval.h"
#include "evaluation/pieces.h"
#include "evaluation/roc.h"
#include "evaluation/spread.h"
#include "evaluation/strips.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/int128.h"

namespace qualm {

using evaluation::as_double;
using evaluation::check_level;
using evaluation::defined;
using evaluation::Int128;
using evaluation::no_interval;
using evaluation::Piece;
using evaluation::Pieces;
using evaluation::undefined;

namespace {

/// P^2 times the mean square deviation, exact.
Int128 spread(const Moments& moments, std::uint64_t n) {
  return Int128{n} * moments.squares - moments.sum * moments.sum;
}

/// The variance of the mean of v / (2 N), with ddof 1.
double variance_of_mean(const Moments& moments, std::uint64_t n, std::uint64_t n_other) {
  const auto rows = static_cast<double>(n), scale = 2 * static_cast<double>(n_other);
  return static_cast<double>(spread(moments, n)) / rows / rows / (rows - 1) / scale / scale;
}

/// With five, the test was measured to reject more than 7% of true hypotheses at a level of 5%.
constexpr std::uint64_t fewest_for_test = 10;
constexpr std::uint64_t fewest_for_interval = 200;

}  // namespace

namespace {

/// By a kernel, for pieces of so few rows that doubles add up their placements exactly.
PairMoments placed_by_kernel(const Tally& tally, const Piece& piece) {
  const evaluation::Strips strips(tally, piece);
  // Placements within the piece; below the rows of a piece their squares need 53 bits.
  kernels::PlacementSums sums;
  for (std::size_t strip = 0; strip < kernels::n_strips; ++strip) {
    sums.below.of[strip] = as_double(strips.negatives_below()[strip] - piece.negatives_below);
    sums.above.of[strip] = as_double(piece.positives_up_to - strips.positives_below()[strip]);
  }
  strips.ascending([&](const kernels::StripCounts& counts, std::size_t) {
    evaluation::rank_kernels().add_placements(counts, sums);
  });
  // The same among all rows: each is placed above so many more.
  const auto among_all = [](const kernels::StripNumbers& sum, const kernels::StripNumbers& squares,
                            std::uint64_t n, std::uint64_t more) {
    const Int128 each = 2 * Int128{more};
    Moments moments;
    for (std::size_t strip = 0; strip < kernels::n_strips; ++strip) {
      moments.sum += static_cast<std::int64_t>(sum.of[strip]);
      moments.squares += static_cast<std::int64_t>(squares.of[strip]);
    }
    moments.squares += 2 * each * moments.sum + n * each * each;
    moments.sum += n * each;
    return moments;
  };
  return {among_all(sums.sum_of_negatives, sums.squares_of_negatives,
                    piece.negatives_up_to - piece.negatives_below,
                    tally.n_positive - piece.positives_up_to),
          among_all(sums.sum_of_positives, sums.squares_of_positives,
                    piece.positives_up_to - piece.positives_below, piece.negatives_below)};
}

PairMoments placed(const Tally& tally, const Piece& piece) {
  PairMoments moments;
  std::uint64_t below = piece.negatives_below;
  std::uint64_t above = tally.n_positive - piece.positives_below;
  for (std::size_t i = piece.first; i < piece.last; ++i) {
    const std::uint64_t negatives = tally.negatives[i], positives = tally.positives[i];
    above -= positives;
    moments.of_positives.add_placed(2 * below + negatives, positives);
    moments.of_negatives.add_placed(2 * above + positives, negatives);
    below += negatives;
  }
  return moments;
}

}  // namespace

PairMoments evaluation::placement_moments(const Tally& tally) {
  return Pieces(tally).sum(PairMoments(), [&](const Piece& piece) {
    // Of n rows a doubled placement is below 2 n, and the sum of squares below 4 n^3.
    constexpr std::uint64_t most_rows = std::uint64_t{1} << 17U;
    const std::uint64_t n = piece.negatives_up_to + piece.positives_up_to - piece.negatives_below -
                            piece.positives_below;
    return n <= most_rows ? placed_by_kernel(tally, piece) : placed(tally, piece);
  });
}

Figure evaluation::delong_variance(const PairMoments& moments, std::uint64_t n_negative,
                                   std::uint64_t n_positive) {
  if (n_negative < 2 || n_positive < 2) {
    return undefined(evaluation::too_few("two rows of each kind", n_negative, n_positive));
  }
  const auto& [of_negatives, of_positives] = moments;
  if (spread(of_positives, n_positive) == 0 && spread(of_negatives, n_negative) == 0) {
    return undefined("all rows have the same placement, as for an AUROC of 0 or 1");
  }
  return defined(variance_of_mean(of_positives, n_positive, n_negative) +
                 variance_of_mean(of_negatives, n_negative, n_positive));
}

Figure delong_variance(const Tally& tally) {
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  return evaluation::delong_variance(evaluation::placement_moments(tally), tally.n_negative,
                                     tally.n_positive);
}

Interval delong_interval(const Tally& tally, double level, Transform transform) {
  check_level(level);
  const Figure variance = delong_variance(tally);
  if (!variance.is_defined()) return no_interval(variance.undefined);
  const double area = auroc(tally).value;
  const double reach =
      evaluation::normal_quantile_above((1 - level) / 2) * std::sqrt(variance.value);
  if (transform == Transform::none) {
    return {std::max(0.0, area - reach), std::min(1.0, area + reach), "delong", {}};
  }
  // From integers: 1 - area would lose what an AUROC close to one has left.
  const std::uint64_t pairs = 2 * tally.n_positive * tally.n_negative;
  const double rest =
      static_cast<double>(pairs - evaluation::doubled_u(tally)) / static_cast<double>(pairs);
  const double centre = std::log(area / rest);
  const double width = reach / (area * rest);
  const auto back = [](double logit) { return 1 / (1 + std::exp(-logit)); };
  return {back(centre - width), back(centre + width), "delong-logit", {}};
}

Interval pairs_interval(const Tally& tally, double level) {
  check_level(level);
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return no_interval(reason);
  const auto n_pairs = static_cast<double>(std::min(tally.n_negative, tally.n_positive));
  const double bound = std::pow((1 - level) / 2, 1 / n_pairs);
  const std::uint64_t doubled = evaluation::doubled_u(tally);
  if (doubled == 0) return {0, 1 - bound, "pairs", {}};
  if (doubled == 2 * tally.n_positive * tally.n_negative) return {bound, 1, "pairs", {}};
  return no_interval("only for an AUROC of exactly 0 or 1");
}

Placements::Placements(const Ranking& ranking, std::span<const std::uint8_t> is_positive)
    : doubled(ranking.n_rows()), positive(is_positive.begin(), is_positive.end()) {
  const Tally tally(ranking, is_positive);
  n_negative = tally.n_negative;
  n_positive = tally.n_positive;
  std::uint64_t below = 0, above = n_positive;
  for (std::size_t i = 0; i < tally.n_groups(); ++i) {
    above -= tally.positives[i];
    for (const std::uint32_t row : ranking.rows(i)) {
      doubled[row] =
          is_positive[row] != 0 ? 2 * below + tally.negatives[i] : 2 * above + tally.positives[i];
    }
    below += tally.negatives[i];
  }
}

PairedTest delong_test(const Placements& a, const Placements& b, double level) {
  check_level(level);
  if (a.positive != b.positive) {
    throw_usage(
        "the two scores are for different rows; give scores for the same rows in the same order");
  }
  PairMoments moments;
  for (std::size_t row = 0; row < a.doubled.size(); ++row) {
    (a.positive[row] != 0 ? moments.of_positives : moments.of_negatives)
        .add(Int128{a.doubled[row]} - Int128{b.doubled[row]});
  }
  return delong_test(moments, a.n_negative, a.n_positive, level);
}

PairedTest delong_test(const PairMoments& moments, std::uint64_t n_negative,
                       std::uint64_t n_positive, double level) {
  check_level(level);
  const auto& [of_negatives, of_positives] = moments;
  if (n_negative == 0 || n_positive == 0) {
    const std::string reason = evaluation::too_few("ten rows of each kind", n_negative, n_positive);
    return {undefined(reason), undefined(reason), no_interval(reason)};
  }
  const double difference =
      static_cast<double>(of_positives.sum) / 2 / static_cast<double>(n_positive * n_negative);
  PairedTest result;
  result.difference = defined(difference);
  if (spread(of_positives, n_positive) == 0 && spread(of_negatives, n_negative) == 0) {
    const std::string reason = "the two scores differ equally for all rows";
    result.p_value = difference == 0 ? defined(1) : undefined(reason);
    result.interval = no_interval(reason);
    return result;
  }
  if (std::min(n_negative, n_positive) < fewest_for_test) {
    return {result.difference,
            undefined(evaluation::too_few("ten rows of each kind", n_negative, n_positive)),
            no_interval(evaluation::too_few_to_cover(fewest_for_interval, n_negative, n_positive))};
  }
  evaluation::WelchSum rows;
  rows.add(variance_of_mean(of_positives, n_positive, n_negative), as_double(n_positive));
  rows.add(variance_of_mean(of_negatives, n_negative, n_positive), as_double(n_negative));
  const double deviation = std::sqrt(rows.variance()), freedom = rows.degrees_of_freedom();
  result.p_value =
      defined(2 * evaluation::student_above(freedom, std::abs(difference) / deviation));
  if (std::min(n_negative, n_positive) < fewest_for_interval) {
    result.interval =
        no_interval(evaluation::too_few_to_cover(fewest_for_interval, n_negative, n_positive));
    return result;
  }
  const double reach = evaluation::student_quantile_above(freedom, (1 - level) / 2) * deviation;
  result.interval = {difference - reach, difference + reach, "delong-t", {}};
  return result;
}

}  // namespace qualm
