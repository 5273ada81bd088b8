// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "evaluation/expectation.h"
#include "evaluation/pieces.h"
#include "evaluation/roc.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

using evaluation::as_double;
using evaluation::defined;
using evaluation::Piece;
using evaluation::ShareSum;
using evaluation::undefined;

namespace {

/// E(1): the expected share of errors at the lowest score.
double first_risk(const Tally& tally) {
  std::size_t i = 0;
  while (tally.positives[i] + tally.negatives[i] == 0) ++i;
  return evaluation::expected_share(
      {0, 0, tally.positives[i] + tally.negatives[i], tally.positives[i]}, 1);
}

}  // namespace

Figure aurc(const Tally& tally, AreaRule rule) {
  if (tally.n_rows() == 0) return undefined("there are no rows");
  const ShareSum sum = evaluation::Pieces(tally).sum(ShareSum(), [&](const Piece& piece) {
    ShareSum shares;
    evaluation::TiedGroup group{piece.negatives_below + piece.positives_below,
                                piece.positives_below, 0, 0};
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      group.kind = tally.positives[i];
      group.rows = group.kind + tally.negatives[i];
      if (group.rows == 1) {  // as most are: no tie to expect anything of
        shares.add(as_double(group.kind_below + group.kind) / as_double(group.rows_below + 1));
      } else {
        for (std::uint64_t taken = 1; taken <= group.rows; ++taken) {
          shares.add(expected_share(group, taken));
        }
      }
      group.rows_below += group.rows;
      group.kind_below += group.kind;
    }
    return shares;
  });
  const double n = as_double(tally.n_rows());
  if (rule == AreaRule::mean) return defined(sum.value() / n);
  // Neighbours share each strip: only the ends count otherwise than in the mean.
  const double ends = first_risk(tally) - as_double(tally.n_positive) / n;
  return defined((sum.value() + ends / 2) / n);
}

namespace {

Figure complement(Figure area) {
  area.value = 1 - area.value;
  return area;
}

/// What an AURC has in excess of its optimum.
Figure excess(const Figure& area, const Tally& tally, AreaRule rule, Optimum optimum) {
  if (!area.is_defined()) return area;
  if (optimum == Optimum::exact) {
    // Never below the optimum; the last bit of a division might say so.
    return defined(std::max(0.0, area.value - aurc(oracle(tally), rule).value));
  }
  const double n = as_double(tally.n_rows());
  const double risk = as_double(tally.n_positive) / n;
  const double right = as_double(tally.n_negative) / n;
  return defined(area.value - (risk + (right > 0 ? right * std::log(right) : 0)));
}

}  // namespace

Figure auarc(const Tally& tally, AreaRule rule) {
  return complement(aurc(tally, rule));
}

Figure e_aurc(const Tally& tally, AreaRule rule, Optimum optimum) {
  return excess(aurc(tally, rule), tally, rule, optimum);
}

std::vector<Figure> rejection_figures(const Tally& tally, AreaRule rule, Optimum optimum) {
  const Figure area = aurc(tally, rule);
  return {area, complement(area), excess(area, tally, rule, optimum), augrc(tally), auroc(tally)};
}

Figure augrc(const Tally& tally) {
  const std::uint64_t n = tally.n_rows(), wrong = tally.n_positive;
  if (n == 0) return undefined("there are no rows");
  // Twice n^2 times the area; at most n^2, so within 64 bits.
  const std::uint64_t doubled = 2 * wrong * n - wrong * wrong - evaluation::doubled_u(tally);
  return defined(static_cast<double>(doubled) / (2 * static_cast<double>(n * n)));
}

std::vector<Statistic> rejection_statistics(AreaRule rule, Optimum optimum) {
  return {
      {"aurc", [rule](const Tally& tally) { return aurc(tally, rule); }},
      {"auarc", [rule](const Tally& tally) { return auarc(tally, rule); }},
      {"e_aurc", [=](const Tally& tally) { return e_aurc(tally, rule, optimum); }},
      {"augrc", augrc},
      {"auroc_error", auroc},
  };
}

}  // namespace qualm
