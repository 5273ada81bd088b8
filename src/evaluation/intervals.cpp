// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/intervals.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "evaluation/delong.h"
#include "evaluation/logit_interval.h"
#include "evaluation/pseudo_values.h"
#include "evaluation/risk_sum.h"
#include "evaluation/roc.h"
#include "evaluation/spread.h"
#include "evaluation/tied_errors.h"
#include "evaluation/undefined.h"

namespace qualm {

using evaluation::as_double;
using evaluation::AurcPseudoValues;
using evaluation::check_level;
using evaluation::Contributions;
using evaluation::contributions_of;
using evaluation::KindContributions;
using evaluation::logit_interval;
using evaluation::no_interval;
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

/// Extended to the value that the rows would have with the errors that may be among tied ones.
template <typename Compute>
void reach_tied_errors(Interval& interval, const Tally& tally, double level,
                       const Compute& compute) {
  if (const std::optional<Tally> rows = evaluation::with_tied_errors(tally, level)) {
    const double value = compute(*rows).value;
    interval.low = std::min(interval.low, value);
    interval.high = std::max(interval.high, value);
  }
}

/// `bias`: of the area, by the jackknife. Where it is large beside the standard error, as of scores
/// that rank nearly all rows the wrong way round, the interval about the area without it counts
/// too.
Interval jackknife_interval(double area, double greatest, const Spread& spread, double bias,
                            double level) {
  Interval interval = logit_interval(area, greatest - area, spread, level, jackknife);
  const double corrected = area - bias;
  if (std::abs(bias) > std::sqrt(spread.variance) / 2 && corrected > 0 && corrected < greatest) {
    const Interval other =
        logit_interval(corrected, greatest - corrected, spread, level, jackknife);
    interval.low = std::min(interval.low, other.low);
    interval.high = std::max(interval.high, other.high);
  }
  return interval;
}

/// The jackknife's, or `otherwise` where it shows no variance.
template <typename Compute, typename Contribute, typename Otherwise>
Interval area_interval(const Tally& tally, double area, double greatest, double level,
                       const Compute& compute, const Contribute& contribute,
                       const Otherwise& otherwise) {
  check_level(level);
  if (tally.n_rows() == 0) return no_interval("there are no rows");
  if (tally.n_rows() > 1 && area > 0 && area < greatest) {
    const KindContributions of_kinds = contribute();
    Contributions rows = of_kinds.of_negatives;
    rows.add(of_kinds.of_positives);
    const Spread spread = evaluation::spread_of({&rows});
    if (spread.is_real(area)) {
      Interval interval = jackknife_interval(area, greatest, spread, -rows.mean_offset(), level);
      reach_tied_errors(interval, tally, level, compute);
      return interval;
    }
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

/// DeLong's placements of all rows.
class PlacedRows {
 public:
  explicit PlacedRows(const Tally& tally)
      : tally_(tally),
        missing_(evaluation::missing_kind(tally)),
        moments_(evaluation::placement_moments(tally)) {
    if (missing_.empty()) area_ = as_double(doubled_u()) / as_double(n_doubled_pairs());
  }

  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  [[nodiscard]] const std::string& missing() const noexcept { return missing_; }
  [[nodiscard]] const PairMoments& moments() const noexcept { return moments_; }
  [[nodiscard]] std::uint64_t doubled_u() const noexcept {
    return static_cast<std::uint64_t>(moments_.of_positives.sum);
  }
  [[nodiscard]] std::uint64_t n_doubled_pairs() const noexcept {
    return 2 * tally_.n_positive * tally_.n_negative;
  }
  [[nodiscard]] double area() const noexcept { return area_; }
  /// About the area. Needs rows of both kinds.
  [[nodiscard]] const KindContributions& contributions() {
    if (!contributions_) {
      contributions_ = contributions_of(evaluation::PlacementValues(tally_), area_);
    }
    return *contributions_;
  }

 private:
  const Tally& tally_;
  std::string missing_;
  PairMoments moments_;
  double area_ = 0;
  std::optional<KindContributions> contributions_;
};

Interval auroc_interval_of(PlacedRows& placed, double level) {
  const Tally& tally = placed.tally();
  if (!placed.missing().empty()) return no_interval(placed.missing());
  const std::uint64_t right = placed.doubled_u(), pairs = placed.n_doubled_pairs();
  if (right == 0 || right == pairs) return pairs_interval(tally, level);
  const Figure variance =
      evaluation::delong_variance(placed.moments(), tally.n_negative, tally.n_positive);
  if (!variance.is_defined()) return no_interval(variance.undefined);
  const double n_negative = as_double(tally.n_negative), n_positive = as_double(tally.n_positive);
  const double area = placed.area();
  const double rest = as_double(pairs - right) / as_double(pairs);
  const KindContributions& rows = placed.contributions();
  const Spread spread_of_rows = evaluation::spread_of({&rows.of_positives, &rows.of_negatives});
  // Two or three rows that happen to be placed alike show next to no variance: one more row is
  // added that shows what a smooth model expects.
  const double rarer = std::min(n_negative, n_positive);
  const double modelled = hanley_mcneil_variance(area, rest, n_negative, n_positive);
  const Spread spread{((rarer - 1) * variance.value + modelled) / rarer,
                      spread_of_rows.degrees_of_freedom + 1};
  Interval interval = logit_interval(area, rest, spread, level, "delong-logit-t");
  reach_tied_errors(interval, tally, level, [](const Tally& others) { return auroc(others); });
  return interval;
}

Interval augrc_interval_of(PlacedRows& placed, double area, double level) {
  return area_interval(
      placed.tally(), area, 0.5, level, [](const Tally& others) { return augrc(others); },
      [&] {
        const evaluation::AugrcPseudoValues of(placed.tally(), placed.doubled_u());
        const KindContributions& rows = placed.contributions();
        return KindContributions(rows.of_negatives.mapped(of.factor[0], of.shift[0], area),
                                 rows.of_positives.mapped(of.factor[1], of.shift[1], area));
      },
      [](const RateBounds& rate) {
        return worst_order(rate.low * rate.low / 2, rate.high - rate.high * rate.high / 2);
      });
}

/// Of AURC and of E-AURC, whose pseudo-values differ by a constant for each kind.
class RiskIntervals {
 public:
  RiskIntervals(const Tally& tally, AreaRule rule, double level)
      : tally_(tally), rule_(rule), level_(level), values_(tally, rule) {
    check_level(level);
  }

  [[nodiscard]] const Figure& area() const noexcept { return values_.area(); }
  [[nodiscard]] Interval of_area() {
    return area_interval(
        tally_, area().value, 1, level_, [&](const Tally& others) { return aurc(others, rule_); },
        [&] { return contributions(); },
        [](const RateBounds& rate) {
          return worst_order(least_aurc(rate.low), greatest_aurc(rate.high));
        });
  }
  [[nodiscard]] Interval of_excess(double excess, Optimum optimum) {
    return area_interval(
        tally_, excess, std::numbers::ln2, level_,
        [&](const Tally& others) { return e_aurc(others, rule_, optimum); },
        [&] {
          const evaluation::OfKinds minus =
              evaluation::optimum_pseudo_values(tally_, rule_, optimum);
          const KindContributions& rows = contributions();
          return KindContributions(rows.of_negatives.mapped(1, -minus[0], excess),
                                   rows.of_positives.mapped(1, -minus[1], excess));
        },
        [](const RateBounds& rate) {
          return worst_order(0, greatest_excess(std::clamp(0.5, rate.low, rate.high)));
        });
  }

 private:
  const KindContributions& contributions() {
    if (!contributions_) contributions_ = contributions_of(values_, area().value);
    return *contributions_;
  }

  const Tally& tally_;
  AreaRule rule_;
  double level_;
  AurcPseudoValues values_;
  std::optional<KindContributions> contributions_;
};

}  // namespace

WithInterval auroc_with_interval(const Tally& tally, double level) {
  check_level(level);
  PlacedRows placed(tally);
  return {evaluation::auroc_of(tally, placed.doubled_u()), auroc_interval_of(placed, level)};
}

Interval auroc_interval(const Tally& tally, double level) {
  return auroc_with_interval(tally, level).interval;
}

Interval aurc_interval(const Tally& tally, AreaRule rule, double level) {
  return RiskIntervals(tally, rule, level).of_area();
}

Interval e_aurc_interval(const Tally& tally, AreaRule rule, Optimum optimum, double level) {
  RiskIntervals risk(tally, rule, level);
  return risk.of_excess(evaluation::excess(risk.area(), tally, rule, optimum).value, optimum);
}

Interval augrc_interval(const Tally& tally, double level) {
  PlacedRows placed(tally);
  return augrc_interval_of(placed, evaluation::augrc_of(tally, placed.doubled_u()).value, level);
}

WithInterval average_precision_with_interval(const Tally& tally, Target target, double level) {
  check_level(level);
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) {
    return {evaluation::undefined(reason), no_interval(reason)};
  }
  const evaluation::PrecisionPseudoValues pseudo_values(tally, target);
  const double area = pseudo_values.area();
  const Figure figure = evaluation::defined(area);
  constexpr std::uint64_t fewest_rows = 100;
  if (std::min(tally.n_negative, tally.n_positive) < fewest_rows) {
    return {figure, no_interval(evaluation::too_few_to_cover(fewest_rows, tally.n_negative,
                                                             tally.n_positive))};
  }
  const KindContributions rows = contributions_of(pseudo_values, area);
  const Spread spread = evaluation::spread_of({&rows.of_negatives, &rows.of_positives});
  if (!spread.is_real(area) || area >= 1) {
    return {figure, no_interval("leaving out any row changes nothing: the rows show no variation")};
  }
  const double bias = -rows.of_negatives.mean_offset() - rows.of_positives.mean_offset();
  return {figure, jackknife_interval(area, 1, spread, bias, level)};
}

Interval average_precision_interval(const Tally& tally, Target target, double level) {
  return average_precision_with_interval(tally, target, level).interval;
}

std::vector<WithInterval> rejection_with_intervals(const Tally& tally, AreaRule rule,
                                                   Optimum optimum, double level) {
  RiskIntervals risk(tally, rule, level);
  PlacedRows placed(tally);
  const Figure area = risk.area(), excess = evaluation::excess(area, tally, rule, optimum);
  const Figure augrc = evaluation::augrc_of(tally, placed.doubled_u());
  const Interval of_area = risk.of_area();
  Interval of_complement = of_area;
  of_complement.low = 1 - of_area.high;
  of_complement.high = 1 - of_area.low;
  return {{area, of_area},
          {evaluation::complement(area), of_complement},
          {excess, risk.of_excess(excess.value, optimum)},
          {augrc, augrc_interval_of(placed, augrc.value, level)},
          {evaluation::auroc_of(tally, placed.doubled_u()), auroc_interval_of(placed, level)}};
}

std::vector<Interval> rejection_intervals(const Tally& tally, AreaRule rule, Optimum optimum,
                                          double level) {
  std::vector<Interval> intervals;
  for (WithInterval& each : rejection_with_intervals(tally, rule, optimum, level)) {
    intervals.push_back(std::move(each.interval));
  }
  return intervals;
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
  if (!(mean > 0 && spread.is_real(mean))) return no_interval("all rows have the same score");
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
