// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "evaluation/delong.h"
#include "evaluation/logit_interval.h"
#include "evaluation/pseudo_values.h"
#include "evaluation/spread.h"
#include "evaluation/undefined.h"

namespace qualm {

using evaluation::as_double;
using evaluation::AurcPseudoValues;
using evaluation::check_level;
using evaluation::Contributions;
using evaluation::KindContributions;
using evaluation::logit_interval;
using evaluation::no_interval;
using evaluation::optimum_pseudo_values;
using evaluation::Piece;
using evaluation::PseudoValues;
using evaluation::Spread;

namespace {

constexpr const char* jackknife = "jackknife-logit-t";

/// Of the error rate, each bound exact at half of what the level leaves.
struct RateBounds {
  double low, high;

  RateBounds(const Tally& tally, double level)
      : low(1 - clopper_pearson_upper(tally.n_negative, tally.n_rows(), (1 - level) / 2)),
        high(clopper_pearson_upper(tally.n_positive, tally.n_rows(), (1 - level) / 2)) {}
};

double x_log_x(double x) {
  return x > 0 ? x * std::log(x) : 0;
}
/// AURC at an error rate if every error comes last, and if every error comes first.
double least_aurc(double rate) {
  return rate + x_log_x(1 - rate);
}
double greatest_aurc(double rate) {
  return rate - x_log_x(rate);
}
/// Their difference, which is greatest at a half.
double greatest_excess(double rate) {
  return -x_log_x(rate) - x_log_x(1 - rate);
}

Interval worst_order(double low, double high) {
  return {low, high, "worst-order", {}};
}

/// What pseudo-values minus a constant for each kind contribute, about a number near their mean.
template <class Values>
Contributions contributions_of(const Tally& tally, const Values& pseudo_values, double near_mean,
                               const PseudoValues& minus = {}) {
  return pseudo_values.pieces().sum(Contributions(near_mean), [&](const Piece& piece) {
    Contributions rows(near_mean);
    pseudo_values.visit(piece, [&](std::size_t group, const PseudoValues& values) {
      const std::uint32_t negatives = tally.negatives[group], positives = tally.positives[group];
      if (negatives + positives == 1) {  // as most are; no guess which kind it is
        rows.add(values[positives] - minus[positives], 1);
        return;
      }
      rows.add(values[0] - minus[0], negatives);
      rows.add(values[1] - minus[1], positives);
    });
    return rows;
  });
}

/// The jackknife's, or `otherwise` where it shows no variance.
template <typename Contribute, typename Otherwise>
Interval area_interval(const Tally& tally, double area, double greatest, double level,
                       const Contribute& contribute, const Otherwise& otherwise) {
  check_level(level);
  if (tally.n_rows() == 0) return no_interval("there are no rows");
  if (tally.n_rows() > 1 && area > 0 && area < greatest) {
    const Contributions rows = contribute(area);
    const Spread spread = evaluation::spread_of({&rows});
    if (spread.variance > 0) return logit_interval(area, greatest - area, spread, level, jackknife);
  }
  return otherwise(RateBounds(tally, level));
}

/// The variance of the AUROC of two exponential distributions (Hanley & McNeil 1982), with the
/// sizes averaged so that exchanging the kinds changes nothing (Newcombe 2006).
double hanley_mcneil_variance(double area, double rest, double n_negative, double n_positive) {
  const double others = (n_negative + n_positive) / 2 - 1;
  return area * rest * (1 + others * (rest / (1 + rest) + area / (1 + area))) /
         (n_negative * n_positive);
}

}  // namespace

Interval auroc_interval(const Tally& tally, double level) {
  check_level(level);
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return no_interval(reason);
  const PairMoments moments = evaluation::placement_moments(tally);
  const auto right = static_cast<std::uint64_t>(moments.of_positives.sum);
  const std::uint64_t pairs = 2 * tally.n_positive * tally.n_negative;
  if (right == 0 || right == pairs) return pairs_interval(tally, level);
  const Figure variance = evaluation::delong_variance(moments, tally.n_negative, tally.n_positive);
  if (!variance.is_defined()) return no_interval(variance.undefined);
  const double n_negative = as_double(tally.n_negative), n_positive = as_double(tally.n_positive);
  const double area = as_double(right) / as_double(pairs);
  const double rest = as_double(pairs - right) / as_double(pairs);

  const auto placed_rows =
      evaluation::Pieces(tally).sum(KindContributions(area), [&](const Piece& piece) {
        const double of_negative = 1 / n_negative, of_positive = 1 / n_positive;
        KindContributions rows(area);
        double below = as_double(piece.negatives_below);
        double above = n_positive - as_double(piece.positives_below);
        for (std::size_t i = piece.first; i < piece.last; ++i) {
          const double negatives = tally.negatives[i], positives = tally.positives[i];
          above -= positives;
          rows.of_positives.add((below + negatives / 2) * of_negative, tally.positives[i]);
          rows.of_negatives.add((above + positives / 2) * of_positive, tally.negatives[i]);
          below += negatives;
        }
        return rows;
      });
  const Spread placed =
      evaluation::spread_of({&placed_rows.of_positives, &placed_rows.of_negatives});
  // Two or three rows that happen to be placed alike show next to no variance: one more row is
  // added that shows what a smooth model expects.
  const double rarer = std::min(n_negative, n_positive);
  const double modelled = hanley_mcneil_variance(area, rest, n_negative, n_positive);
  const Spread spread{((rarer - 1) * variance.value + modelled) / rarer,
                      placed.degrees_of_freedom + 1};
  return logit_interval(area, rest, spread, level, "delong-logit-t");
}

namespace {

/// With pseudo-values that AURC and E-AURC share, as they differ by a constant for each kind.
Interval aurc_interval_of(const Tally& tally, double area, const AurcPseudoValues& values,
                          double level) {
  return area_interval(
      tally, area, 1, level,
      [&](double near_mean) { return contributions_of(tally, values, near_mean); },
      [](const RateBounds& rate) {
        return worst_order(least_aurc(rate.low), greatest_aurc(rate.high));
      });
}

struct ExcessRule {
  AreaRule area;
  Optimum optimum;
};
Interval e_aurc_interval_of(const Tally& tally, double excess, const AurcPseudoValues& values,
                            const ExcessRule& rule, double level) {
  return area_interval(
      tally, excess, std::numbers::ln2, level,
      [&](double near_mean) {
        return contributions_of(tally, values, near_mean,
                                optimum_pseudo_values(tally, rule.area, rule.optimum));
      },
      [](const RateBounds& rate) {
        return worst_order(0, greatest_excess(std::clamp(0.5, rate.low, rate.high)));
      });
}

}  // namespace

Interval aurc_interval(const Tally& tally, AreaRule rule, double level) {
  return aurc_interval_of(tally, aurc(tally, rule).value, {tally, rule}, level);
}

Interval e_aurc_interval(const Tally& tally, AreaRule rule, Optimum optimum, double level) {
  return e_aurc_interval_of(tally, e_aurc(tally, rule, optimum).value, {tally, rule},
                            {rule, optimum}, level);
}

Interval augrc_interval(const Tally& tally, double level) {
  return area_interval(
      tally, augrc(tally).value, 0.5, level,
      [&](double near_mean) {
        return contributions_of(tally, evaluation::AugrcPseudoValues(tally), near_mean);
      },
      [](const RateBounds& rate) {
        return worst_order(rate.low * rate.low / 2, rate.high - rate.high * rate.high / 2);
      });
}

Interval average_precision_interval(const Tally& tally, Target target, double level) {
  check_level(level);
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return no_interval(reason);
  // With fewer, an interval was measured to cover less than it says.
  constexpr std::uint64_t fewest_rows = 100;
  if (std::min(tally.n_negative, tally.n_positive) < fewest_rows) {
    return no_interval(
        fmt::format("needs {} rows of either kind to reach its coverage, has {} positive and {} "
                    "negative",
                    fewest_rows, tally.n_positive, tally.n_negative));
  }
  const evaluation::PrecisionPseudoValues pseudo_values(tally, target);
  const double area = pseudo_values.area();
  const auto rows = pseudo_values.pieces().sum(KindContributions(area), [&](const Piece& piece) {
    KindContributions of_piece(area);
    pseudo_values.visit(piece, [&](std::size_t group, const PseudoValues& values) {
      of_piece.of_negatives.add(values[0], tally.negatives[group]);
      of_piece.of_positives.add(values[1], tally.positives[group]);
    });
    return of_piece;
  });
  const Spread spread = evaluation::spread_of({&rows.of_negatives, &rows.of_positives});
  if (!(spread.variance > 0) || area >= 1) {
    return no_interval("leaving out any row changes nothing: the rows show no variation");
  }
  return logit_interval(area, 1 - area, spread, level, jackknife);
}

std::vector<Interval> rejection_intervals(const Tally& tally, AreaRule rule, Optimum optimum,
                                          double level) {
  const std::vector<Figure> figures = rejection_figures(tally, rule, optimum);
  const AurcPseudoValues values(tally, rule);
  const Interval area = aurc_interval_of(tally, figures[0].value, values, level);
  Interval complement = area;
  complement.low = 1 - area.high;
  complement.high = 1 - area.low;
  return {area, complement,
          e_aurc_interval_of(tally, figures[2].value, values, {rule, optimum}, level),
          augrc_interval(tally, level), auroc_interval(tally, level)};
}

Interval mean_interval(std::span<const double> scores, double level) {
  check_level(level);
  if (scores.size() < 2) return no_interval("one row only");
  const double mean =
      std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
  if (std::isinf(mean)) return no_interval("a row has an infinite score");
  Contributions rows(mean);
  for (const double score : scores) rows.add(score, 1);
  const Spread spread = evaluation::spread_of({&rows});
  if (!(mean > 0 && spread.variance > 0)) return no_interval("all rows have the same score");
  return evaluation::log_interval(mean, spread, level);
}

Interval accuracy_interval(std::uint64_t n_wrong, std::uint64_t n_rows, double level) {
  check_level(level);
  const double tail = (1 - level) / 2;
  return {1 - clopper_pearson_upper(n_wrong, n_rows, tail),
          clopper_pearson_upper(n_rows - n_wrong, n_rows, tail),
          "clopper-pearson",
          {}};
}

}  // namespace qualm
