// SPDX-License-Identifier: Apache-2.0
#include "evaluation/roc.h"

#include <fmt/format.h>

#include <limits>

#include "evaluation/sums.h"
#include "evaluation/thinning.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/detection.h"

namespace qualm {

using evaluation::defined;
using evaluation::undefined;

namespace {

double ratio(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

/// Calls visit(hits, misses) group by group, from the scores that call for the target most loudly,
/// until it returns false.
template <typename Visit>
void visit_groups(const Tally& tally, Target target, const Visit& visit) {
  const std::size_t n = tally.n_groups();
  for (std::size_t i = 0; i < n; ++i) {
    const bool go_on = target == Target::positives
                           ? visit(tally.positives[n - 1 - i], tally.negatives[n - 1 - i])
                           : visit(tally.negatives[i], tally.positives[i]);
    if (!go_on) return;
  }
}

}  // namespace

std::uint64_t evaluation::doubled_u(const Tally& tally) noexcept {
  std::uint64_t doubled = 0, below = 0;
  for (std::size_t i = 0; i < tally.n_groups(); ++i) {
    doubled += tally.positives[i] * (2 * below + tally.negatives[i]);
    below += tally.negatives[i];
  }
  return doubled;
}

Figure auroc(const Tally& tally) {
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  return defined(ratio(evaluation::doubled_u(tally), 2 * tally.n_positive * tally.n_negative));
}

Figure average_precision(const Tally& tally, Target target) {
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  evaluation::CompensatedSum sum;
  std::uint64_t hits = 0, called = 0;
  visit_groups(tally, target, [&](std::uint32_t group_hits, std::uint32_t group_misses) {
    hits += group_hits;
    called += group_hits;
    called += group_misses;
    if (group_hits > 0) sum.add(static_cast<double>(group_hits) * ratio(hits, called));
    return true;
  });
  return defined(sum.value() / static_cast<double>(hits));
}

Figure fpr_at_tpr(const Tally& tally, double tpr, Target target) {
  if (!(tpr > 0 && tpr <= 1)) {
    throw_usage(fmt::format("true positive rate {}: give a number above 0, at most 1", tpr));
  }
  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) return undefined(reason);
  const bool is_positive = target == Target::positives;
  const std::uint64_t n_hits = is_positive ? tally.n_positive : tally.n_negative;
  std::uint64_t hits = 0, misses = 0;
  visit_groups(tally, target, [&](std::uint32_t group_hits, std::uint32_t group_misses) {
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

RocCurve roc_curve(const Tally& tally, std::size_t max_points) {
  if (max_points == 1 || max_points == 2) throw_usage("a curve needs room for at least 3 points");
  if (!evaluation::missing_kind(tally).empty()) return {};
  struct Corner {
    std::uint64_t fp = 0, tp = 0;
    double threshold = std::numeric_limits<double>::infinity();
    double x = 0, y = 0;  // turned by 45 degrees: steps straight up are then slopes as others
  };
  const auto generate = [&](const auto& visit) {
    Corner last, corner;  // the last one passed on, and the one that waits to prove a corner
    if (!visit(last)) return;
    for (std::size_t i = tally.n_groups(); i-- > 0;) {
      const std::uint64_t fp = corner.fp + tally.negatives[i], tp = corner.tp + tally.positives[i];
      const bool is_straight =
          (corner.fp - last.fp) * (tp - corner.tp) == (fp - corner.fp) * (corner.tp - last.tp);
      if (!is_straight) {
        if (!visit(corner)) return;
        last = corner;
      }
      const double fpr = ratio(fp, tally.n_negative), tpr = ratio(tp, tally.n_positive);
      corner = {fp, tp, (*tally.scores)[i], fpr + tpr, tpr - fpr};
    }
    visit(corner);
  };
  const auto [corners, tolerance] = evaluation::thin<Corner>(
      max_points == 0 ? std::numeric_limits<std::size_t>::max() : max_points, generate);
  RocCurve curve;
  curve.deviation = tolerance;
  for (const Corner& corner : corners) {
    curve.fpr.push_back(ratio(corner.fp, tally.n_negative));
    curve.tpr.push_back(ratio(corner.tp, tally.n_positive));
    curve.threshold.push_back(corner.threshold);
  }
  return curve;
}

}  // namespace qualm
