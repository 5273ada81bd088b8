// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "evaluation/logit_interval.h"
#include "evaluation/pseudo_values.h"
#include "evaluation/roc.h"
#include "evaluation/undefined.h"

namespace qualm {

using evaluation::check_level;
using evaluation::Contributions;
using evaluation::logit_interval;
using evaluation::no_interval;
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

/// The jackknife's, or `otherwise` where it shows no variance.
template <typename VisitAll, typename Otherwise>
Interval area_interval(const Tally& tally, double area, double greatest, double level,
                       const VisitAll& visit_all, const Otherwise& otherwise) {
  check_level(level);
  if (tally.n_rows() == 0) return no_interval("there are no rows");
  if (tally.n_rows() > 1 && area > 0 && area < greatest) {
    Contributions rows(area);
    visit_all([&](std::size_t group, const PseudoValues& values) {
      if (tally.negatives[group] > 0) rows.add(values[0], tally.negatives[group]);
      if (tally.positives[group] > 0) rows.add(values[1], tally.positives[group]);
    });
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
  if (Interval exact = pairs_interval(tally, level); exact.is_defined()) return exact;
  const Figure variance = delong_variance(tally);
  if (!variance.is_defined()) return no_interval(variance.undefined);
  const auto n_negative = static_cast<double>(tally.n_negative);
  const auto n_positive = static_cast<double>(tally.n_positive);
  const std::uint64_t pairs = 2 * tally.n_positive * tally.n_negative;
  const std::uint64_t right = evaluation::doubled_u(tally);
  const double area = static_cast<double>(right) / static_cast<double>(pairs);
  const double rest = static_cast<double>(pairs - right) / static_cast<double>(pairs);

  Contributions of_positives(area), of_negatives(area);
  double below = 0, above = n_positive;
  for (std::size_t i = 0; i < tally.n_groups(); ++i) {
    const double negatives = tally.negatives[i], positives = tally.positives[i];
    above -= positives;
    of_positives.add((below + negatives / 2) / n_negative, tally.positives[i]);
    of_negatives.add((above + positives / 2) / n_positive, tally.negatives[i]);
    below += negatives;
  }
  const Spread placed = evaluation::spread_of({&of_positives, &of_negatives});
  // Two or three rows that happen to be placed alike show next to no variance: one more row is
  // added that shows what a smooth model expects.
  const double rarer = std::min(n_negative, n_positive);
  const double modelled = hanley_mcneil_variance(area, rest, n_negative, n_positive);
  const Spread spread{((rarer - 1) * variance.value + modelled) / rarer,
                      placed.degrees_of_freedom + 1};
  return logit_interval(area, rest, spread, level, "delong-logit-t");
}

Interval aurc_interval(const Tally& tally, AreaRule rule, double level) {
  return area_interval(
      tally, aurc(tally, rule).value, 1, level,
      [&](const auto& visit) { evaluation::visit_aurc(tally, rule, visit); },
      [](const RateBounds& rate) {
        return worst_order(least_aurc(rate.low), greatest_aurc(rate.high));
      });
}

Interval e_aurc_interval(const Tally& tally, AreaRule rule, Optimum optimum, double level) {
  return area_interval(
      tally, e_aurc(tally, rule, optimum).value, std::numbers::ln2, level,
      [&](const auto& visit) { evaluation::visit_e_aurc(tally, rule, optimum, visit); },
      [](const RateBounds& rate) {
        return worst_order(0, greatest_excess(std::clamp(0.5, rate.low, rate.high)));
      });
}

Interval augrc_interval(const Tally& tally, double level) {
  return area_interval(
      tally, augrc(tally).value, 0.5, level,
      [&](const auto& visit) { evaluation::visit_augrc(tally, visit); },
      [](const RateBounds& rate) {
        return worst_order(rate.low * rate.low / 2, rate.high - rate.high * rate.high / 2);
      });
}

Interval average_precision_interval(const Tally& tally, Target target, double level) {
  check_level(level);
  const Figure area = average_precision(tally, target);
  if (!area.is_defined()) return no_interval(area.undefined);
  // With fewer, an interval was measured to cover less than it says.
  constexpr std::uint64_t fewest_rows = 100;
  if (std::min(tally.n_negative, tally.n_positive) < fewest_rows) {
    return no_interval(
        fmt::format("needs {} rows of either kind to reach its coverage, has {} positive and {} "
                    "negative",
                    fewest_rows, tally.n_positive, tally.n_negative));
  }
  Contributions of_negatives(area.value), of_positives(area.value);
  evaluation::visit_average_precision(tally, target,
                                      [&](std::size_t group, const PseudoValues& values) {
                                        if (tally.negatives[group] > 0)
                                          of_negatives.add(values[0], tally.negatives[group]);
                                        if (tally.positives[group] > 0)
                                          of_positives.add(values[1], tally.positives[group]);
                                      });
  const Spread spread = evaluation::spread_of({&of_negatives, &of_positives});
  if (!(spread.variance > 0) || area.value >= 1) {
    return no_interval("leaving out any row changes nothing: the rows show no variation");
  }
  return logit_interval(area.value, 1 - area.value, spread, level, jackknife);
}

std::vector<Interval> rejection_intervals(const Tally& tally, AreaRule rule, Optimum optimum,
                                          double level) {
  const Interval area = aurc_interval(tally, rule, level);
  Interval complement = area;
  complement.low = 1 - area.high;
  complement.high = 1 - area.low;
  return {area, complement, e_aurc_interval(tally, rule, optimum, level),
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
