// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pseudo_values.h"

#include "evaluation/roc.h"

namespace qualm::evaluation {
namespace {

/// What each piece adds as what lies beyond each, which is what the pieces before it add.
std::vector<LeftOut> beyond_each(const std::vector<LeftOut>& added, bool ascending) {
  std::vector<LeftOut> beyond(added.size());
  LeftOut sum;
  for (std::size_t step = 0; step < added.size(); ++step) {
    const std::size_t i = ascending ? step : added.size() - 1 - step;
    beyond[i] = sum;
    sum.add(added[i]);
  }
  return beyond;
}

double optimum_times_n(std::uint64_t n_negative, std::uint64_t n_positive, AreaRule rule,
                       Optimum optimum) {
  const double n = as_double(n_negative + n_positive);
  if (n == 0) return 0;
  if (optimum == Optimum::exact) {
    return n * aurc(oracle(random_order(n_negative, n_positive)), rule).value;
  }
  const double right = as_double(n_negative) / n;
  return n * (1 - right + (right > 0 ? right * std::log(right) : 0));
}

std::size_t next_with_rows(const Tally& tally, std::size_t group) {
  while (group < tally.n_groups() && tally.negatives[group] + tally.positives[group] == 0) ++group;
  return group;
}

}  // namespace

AurcPseudoValues::AurcPseudoValues(const Tally& tally, AreaRule rule)
    : tally_(tally),
      rule_(rule),
      pieces_(tally),
      lowest_(next_with_rows(tally, 0)),
      second_(next_with_rows(tally, lowest_ + 1)) {
  const auto nothing = [](std::size_t, double, double, double, const LeftOut&) {};
  beyond_ = beyond_each(
      pieces_.map([&](const Piece& piece) { return walk(piece, LeftOut(), nothing); }), false);
}

double AurcPseudoValues::change_of_first_risk(std::size_t group, double kind) const {
  if (group != lowest_) return 0;
  const auto risk = [&](std::size_t i, double left_out, double wrong_left_out) {
    const double wrong = tally_.positives[i];
    return (wrong - wrong_left_out) / (wrong + tally_.negatives[i] - left_out);
  };
  const bool is_alone = tally_.positives[group] + tally_.negatives[group] == 1;
  return risk(group, 0, 0) - (is_alone ? risk(second_, 0, 0) : risk(group, 1, kind));
}

PseudoValues optimum_pseudo_values(const Tally& tally, AreaRule rule, Optimum optimum) {
  const std::uint64_t right = tally.n_negative, wrong = tally.n_positive;
  const double all = optimum_times_n(right, wrong, rule, optimum);
  return {right > 0 ? all - optimum_times_n(right - 1, wrong, rule, optimum) : 0,
          wrong > 0 ? all - optimum_times_n(right, wrong - 1, rule, optimum) : 0};
}

AugrcPseudoValues::AugrcPseudoValues(const Tally& tally)
    : tally_(tally), pieces_(tally), doubled_u_(doubled_u(tally)) {}

PrecisionPseudoValues::PrecisionPseudoValues(const Tally& tally, Target target)
    : tally_(tally), finds_positives_(target == Target::positives), pieces_(tally) {
  struct Sums {
    LeftOut left_out;
    ShareSum area;
  };
  const auto sums = pieces_.map([&](const Piece& piece) {
    Sums of_piece;
    of_piece.left_out =
        walk(piece, LeftOut(),
             [&](std::size_t, double hits, double, double precision, double, const LeftOut&) {
               of_piece.area.add(precision, static_cast<std::uint64_t>(hits));
             });
    return of_piece;
  });
  ShareSum area;
  std::vector<LeftOut> added;
  for (const Sums& each : sums) {
    area.add(each.area);
    added.push_back(each.left_out);
  }
  beyond_ = beyond_each(added, finds_positives_);
  area_ = area.value() / as_double(finds_positives_ ? tally.n_positive : tally.n_negative);
}

}  // namespace qualm::evaluation
