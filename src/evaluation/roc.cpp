// SPDX-License-Identifier: Apache-2.0
#include "evaluation/roc.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "evaluation/delong.h"
#include "evaluation/pseudo_values.h"
#include "evaluation/sums.h"
#include "evaluation/thinning.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/detection.h"

namespace qualm {

using evaluation::as_double;
using evaluation::defined;
using evaluation::Piece;
using evaluation::Pieces;
using evaluation::undefined;

namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return evaluation::as_double(a) / evaluation::as_double(b);
}

/// Calls visit(hits, misses) group by group of a piece, from the scores that call for the target
/// most loudly, until it returns false.
template <typename Visit>
void visit_groups(const Tally& tally, const Piece& piece, Target target, const Visit& visit) {
  if (target == Target::negatives) {
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      if (!visit(tally.negatives[i], tally.positives[i])) return;
    }
    return;
  }
  for (std::size_t i = piece.last; i-- > piece.first;) {
    if (!visit(tally.positives[i], tally.negatives[i])) return;
  }
}

/// Rows of the target's kind, and of the other, that are called for more loudly than a piece.
struct Called {
  std::uint64_t hits, misses;

  Called(const Tally& tally, const Piece& piece, Target target)
      : hits(target == Target::negatives ? piece.negatives_below
                                         : tally.n_positive - piece.positives_up_to),
        misses(target == Target::negatives ? piece.positives_below
                                           : tally.n_negative - piece.negatives_up_to) {}
};

}  // namespace

std::uint64_t evaluation::doubled_u(const Tally& tally) {
  return static_cast<std::uint64_t>(placement_moments(tally).of_positives.sum);
}

Figure evaluation::auroc_of(const Tally& tally, std::uint64_t doubled_u) {
  if (auto reason = missing_kind(tally); !reason.empty()) return undefined(reason);
  return defined(ratio(doubled_u, 2 * tally.n_positive * tally.n_negative));
}

Figure auroc(const Tally& tally) {
  return evaluation::auroc_of(tally, evaluation::doubled_u(tally));
}

Figure average_precision(const Tally& tally, Target target) {
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  return defined(evaluation::PrecisionPseudoValues(tally, target).area());
}

Figure fpr_at_tpr(const Tally& tally, double tpr, Target target) {
  if (!(tpr > 0 && tpr <= 1)) {
    throw_usage(fmt::format("true positive rate {}: give a number above 0, at most 1", tpr));
  }
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  const bool is_positive = target == Target::positives;
  const std::uint64_t n_hits = is_positive ? tally.n_positive : tally.n_negative;
  const Pieces pieces(tally);
  // The quietest piece before which too few are found: the threshold lies in it.
  const std::size_t n = pieces.all().size();
  std::size_t found = is_positive ? 0 : n - 1;
  const auto begins_too_late = [&] {
    return ratio(Called(tally, pieces.all()[found], target).hits, n_hits) >= tpr;
  };
  while (begins_too_late()) is_positive ? ++found : --found;
  const Called louder(tally, pieces.all()[found], target);
  std::uint64_t hits = louder.hits, misses = louder.misses;
  visit_groups(tally, pieces.all()[found], target,
               [&](std::uint32_t group_hits, std::uint32_t group_misses) {
                 hits += group_hits;
                 misses += group_misses;
                 return ratio(hits, n_hits) < tpr;
               });
  return defined(ratio(misses, tally.n_rows() - n_hits));
}

std::vector<Statistic> detection_statistics(Target fpr_target) {
  return {
      {"auroc", auroc},
      {"aupr_in", [](const Tally& tally) { return average_precision(tally, Target::negatives); }},
      {"aupr_out", [](const Tally& tally) { return average_precision(tally); }},
      {"fpr95", [=](const Tally& tally) { return fpr_at_tpr(tally, 0.95, fpr_target); }},
  };
}

namespace {

/// A point of the curve: rows of either kind from this group upwards.
struct RocPoint {
  std::uint32_t fp, tp, group;
};

/// Points of the curve, from the highest score down, the last one of each piece among them. Those
/// left out lie within `step` of the line between their neighbours: fpr + tpr does not grow more,
/// and tpr - fpr changes no faster.
std::vector<RocPoint> points_of(const Tally& tally, double step) {
  const double of_fp = 1 / as_double(tally.n_negative), of_tp = 1 / as_double(tally.n_positive);
  const auto pieces = Pieces(tally).map([&](const Piece& piece) {
    const Called louder(tally, piece, Target::positives);
    RocPoint here{static_cast<std::uint32_t>(louder.misses),
                  static_cast<std::uint32_t>(louder.hits), static_cast<std::uint32_t>(piece.last)};
    const auto with = [&](std::uint64_t negatives, std::uint64_t positives, std::size_t n_groups) {
      return RocPoint{here.fp + static_cast<std::uint32_t>(negatives),
                      here.tp + static_cast<std::uint32_t>(positives),
                      here.group - static_cast<std::uint32_t>(n_groups)};
    };
    const auto sum = [&](const RocPoint& point) { return point.fp * of_fp + point.tp * of_tp; };
    std::vector<RocPoint> points;
    double reach = sum(here) + step;
    // Many groups at a time as long as no point can be among them.
    constexpr std::size_t many = 16;
    while (here.group > piece.first) {
      const std::size_t n = std::min<std::size_t>(many, here.group - piece.first);
      const std::size_t last = here.group - n;
      const RocPoint beyond =
          with(tally.negatives.sum(last, here.group), tally.positives.sum(last, here.group), n);
      if (sum(beyond) <= reach) {
        here = beyond;
        continue;
      }
      while (here.group > last) {
        const std::size_t group = here.group - 1;
        const RocPoint next = with(tally.negatives[group], tally.positives[group], 1);
        if (sum(next) > reach && here.group < piece.last) {
          points.push_back(here);
          reach = sum(here) + step;
        }
        here = next;
      }
    }
    points.push_back(here);
    return points;
  });
  std::vector<RocPoint> all;
  for (std::size_t i = pieces.size(); i-- > 0;) {
    all.insert(all.end(), pieces[i].begin(), pieces[i].end());
  }
  return all;
}

}  // namespace

RocCurve roc_curve(const Tally& tally, std::size_t max_points) {
  if (max_points == 1 || max_points == 2) throw_usage("a curve needs room for at least 3 points");
  if (!evaluation::missing_kind(tally).empty()) return {};
  // Of millions of points most can be left out before any is looked at twice.
  const double step = max_points == 0 ? 0 : 0x1p-16;
  const std::vector<RocPoint> points = points_of(tally, step);
  struct Corner {
    std::uint64_t fp = 0, tp = 0;
    double threshold = std::numeric_limits<double>::infinity();
    double x = 0, y = 0;  // turned by 45 degrees: steps straight up are then slopes as others
  };
  // The last one waits to prove a corner.
  std::vector<Corner> corners = {Corner(), Corner()};
  for (const auto& [fp, tp, group] : points) {
    const Corner &last = corners[corners.size() - 2], &corner = corners.back();
    const bool is_straight =
        (corner.fp - last.fp) * (tp - corner.tp) == (fp - corner.fp) * (corner.tp - last.tp);
    if (is_straight) corners.pop_back();
    const double fpr = ratio(fp, tally.n_negative), tpr = ratio(tp, tally.n_positive);
    corners.push_back({fp, tp, (*tally.scores)[group], fpr + tpr, tpr - fpr});
  }
  double tolerance = 0;
  if (max_points != 0 && corners.size() > max_points) {
    std::tie(corners, tolerance) = evaluation::thin<Corner>(max_points, [&](const auto& visit) {
      for (const Corner& corner : corners) {
        if (!visit(corner)) return;
      }
    });
  }
  RocCurve curve;
  curve.deviation = tolerance + (points.size() < tally.n_groups() ? step : 0);
  for (const Corner& corner : corners) {
    curve.fpr.push_back(ratio(corner.fp, tally.n_negative));
    curve.tpr.push_back(ratio(corner.tp, tally.n_positive));
    curve.threshold.push_back(corner.threshold);
  }
  return curve;
}

}  // namespace qualm
