// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pseudo_values.h"

#include <cmath>

#include "evaluation/roc.h"

namespace qualm::evaluation {
namespace {

/// What leaving out one row of the group with the lowest scores does to the risk at k = 1.
class FirstRisk {
 public:
  explicit FirstRisk(const Tally& tally) {
    for (std::size_t i = 0; i < tally.n_groups() && n_found_ < 2; ++i) {
      const double wrong = tally.positives[i], rows = wrong + tally.negatives[i];
      if (rows == 0) continue;
      if (n_found_ == 0) {
        group_ = i;
        wrong_ = wrong;
        rows_ = rows;
      } else {
        next_ = wrong / rows;
      }
      ++n_found_;
    }
  }
  [[nodiscard]] double change(std::size_t group, unsigned kind) const {
    if (group != group_) return 0;
    return wrong_ / rows_ - (rows_ > 1 ? (wrong_ - kind) / (rows_ - 1) : next_);
  }

 private:
  int n_found_ = 0;
  std::size_t group_ = 0;
  double wrong_ = 0, rows_ = 0, next_ = 0;
};

double optimum_times_n(std::uint64_t n_negative, std::uint64_t n_positive, AreaRule rule,
                       Optimum optimum) {
  const double n = static_cast<double>(n_negative + n_positive);
  if (n == 0) return 0;
  if (optimum == Optimum::exact) {
    const Tally best({0, 1}, {static_cast<std::uint32_t>(n_negative), 0},
                     {0, static_cast<std::uint32_t>(n_positive)});
    return n * aurc(best, rule).value;
  }
  const double right = static_cast<double>(n_negative) / n;
  return n * (1 - right + (right > 0 ? right * std::log(right) : 0));
}

}  // namespace

void visit_aurc(const Tally& tally, AreaRule rule, const VisitPseudoValues& visit) {
  const auto n = static_cast<double>(tally.n_rows());
  const auto all_wrong = static_cast<double>(tally.n_positive);
  const FirstRisk first(tally);
  // n AURC is the sum of E(k)/k. Without a row, what follows it moves down one place: its terms
  // become (E(k) - kind)/(k - 1), and the differences to the old terms are summed up here, over the
  // k above the group.
  double own_share = 0;                // of 1/(k-1): the row itself, if wrong, no longer counts
  double smaller_count = 0;            // of E(k)/(k (k-1)): the others count among fewer
  double rows = n, wrong = all_wrong;  // up to and including the group
  for (std::size_t i = tally.n_groups(); i-- > 0;) {
    const double errors = tally.positives[i], size = errors + tally.negatives[i];
    if (size == 0) continue;
    const double below = rows - size, wrong_below = wrong - errors;
    double harmonic = 0;  // sum of 1/k over the group's k but the last
    for (double k = below + 1; k < rows; ++k) harmonic += 1 / k;
    PseudoValues values{};
    for (const unsigned kind : {0U, 1U}) {
      // The group's own terms E(k)/k, E linear, before and after.
      const double slope_after = size > 1 ? (errors - kind) / (size - 1) : 0;
      values[kind] = kind + wrong_below / rows -
                     below * (errors / size * (harmonic + 1 / rows) - slope_after * harmonic) +
                     kind * own_share - smaller_count;
      if (rule == AreaRule::trapezoid) {
        values[kind] += (first.change(i, kind) - all_wrong / n + (all_wrong - kind) / (n - 1)) / 2;
      }
    }
    visit(i, values);
    for (double k = rows; k > below && k > 1; --k) {
      own_share += 1 / (k - 1);
      smaller_count += (wrong_below + errors * (k - below) / size) / (k * (k - 1));
    }
    rows = below;
    wrong = wrong_below;
  }
}

void visit_e_aurc(const Tally& tally, AreaRule rule, Optimum optimum,
                  const VisitPseudoValues& visit) {
  const std::uint64_t right = tally.n_negative, wrong = tally.n_positive;
  const double all = optimum_times_n(right, wrong, rule, optimum);
  const PseudoValues of_optimum = {
      right > 0 ? all - optimum_times_n(right - 1, wrong, rule, optimum) : 0,
      wrong > 0 ? all - optimum_times_n(right, wrong - 1, rule, optimum) : 0};
  visit_aurc(tally, rule, [&](std::size_t group, const PseudoValues& values) {
    visit(group, {values[0] - of_optimum[0], values[1] - of_optimum[1]});
  });
}

void visit_augrc(const Tally& tally, const VisitPseudoValues& visit) {
  const std::uint64_t n = tally.n_rows(), wrong = tally.n_positive, u = doubled_u(tally);
  // n times the area of n rows; integers up to the division, at most n^2.
  const auto times_n = [](std::uint64_t rows, std::uint64_t errors, std::uint64_t doubled) {
    return static_cast<double>(2 * errors * rows - errors * errors - doubled) /
           (2 * static_cast<double>(rows));
  };
  const double all = times_n(n, wrong, u);
  std::uint64_t right_below = tally.n_negative, wrong_above = 0;
  for (std::size_t i = tally.n_groups(); i-- > 0;) {
    const std::uint64_t negatives = tally.negatives[i], positives = tally.positives[i];
    right_below -= negatives;
    if (negatives + positives > 0) {
      PseudoValues values{};
      if (negatives > 0) values[0] = all - times_n(n - 1, wrong, u - (2 * wrong_above + positives));
      if (positives > 0) {
        values[1] = all - times_n(n - 1, wrong - 1, u - (2 * right_below + negatives));
      }
      visit(i, values);
    }
    wrong_above += positives;
  }
}

void visit_average_precision(const Tally& tally, Target target, const VisitPseudoValues& visit) {
  const bool find_positives = target == Target::positives;
  const Column<std::uint32_t>& hits = find_positives ? tally.positives : tally.negatives;
  const Column<std::uint32_t>& misses = find_positives ? tally.negatives : tally.positives;
  const auto n_hits = static_cast<double>(find_positives ? tally.n_positive : tally.n_negative);
  const double n_misses = static_cast<double>(tally.n_rows()) - n_hits;
  const double area = average_precision(tally, target).value;
  double found = n_hits, called = n_hits + n_misses;  // at the group's threshold
  // n_hits times the area is the sum of hits * found/called. Without a row, thresholds that call
  // for more rows have one fewer of them: the differences, as for AURC.
  double own_share = 0, smaller_count = 0;
  for (std::size_t step = 0; step < tally.n_groups(); ++step) {
    const std::size_t i = find_positives ? step : tally.n_groups() - 1 - step;
    const double group_hits = hits[i], size = group_hits + misses[i];
    if (size == 0) continue;
    const auto change = [&](double kind) {
      const double before = group_hits * found / called;
      const double after = called > 1 ? (group_hits - kind) * (found - kind) / (called - 1) : 0;
      return before - after + kind * own_share - smaller_count;
    };
    const double of_hit = change(1);
    const double of_miss = area + (n_misses - 1) * change(0) / n_hits;
    visit(i, find_positives ? PseudoValues{of_miss, of_hit} : PseudoValues{of_hit, of_miss});
    if (called > 1) {
      own_share += group_hits / (called - 1);
      smaller_count += group_hits * found / (called * (called - 1));
    }
    found -= group_hits;
    called -= size;
  }
}

}  // namespace qualm::evaluation
