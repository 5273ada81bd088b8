// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "evaluation/expectation.h"
#include "evaluation/pieces.h"
#include "evaluation/risk_sum.h"
#include "evaluation/roc.h"
#include "evaluation/undefined.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

using evaluation::as_double;
using evaluation::defined;
using evaluation::Piece;
using evaluation::ShareSum;
using evaluation::Strips;
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

kernels::RejectionPlace evaluation::top_of(const Strips& strips) {
  kernels::RejectionPlace place;
  for (std::size_t strip = 0; strip < kernels::n_strips; ++strip) {
    const std::uint64_t wrong = strips.positives_below()[strip + 1];
    const double rows = as_double(wrong + strips.negatives_below()[strip + 1]);
    place.wrong.of[strip] = as_double(wrong);
    place.rows.of[strip] = rows;
    place.of_rows.of[strip] = 1 / std::max(rows, 1.0);
  }
  return place;
}

Figure evaluation::area_of(const ShareSum& risks, const Tally& tally, AreaRule rule) {
  if (tally.n_rows() == 0) return undefined("there are no rows");
  const double n = as_double(tally.n_rows());
  if (rule == AreaRule::mean) return defined(risks.value() / n);
  // Neighbours share each strip: only the ends count otherwise than in the mean.
  const double ends = first_risk(tally) - as_double(tally.n_positive) / n;
  return defined((risks.value() + ends / 2) / n);
}

Figure aurc(const Tally& tally, AreaRule rule) {
  ShareSum risks;
  for (const kernels::ShareParts& of_piece : evaluation::Pieces(tally).map([&](const Piece& piece) {
         const Strips strips(tally, piece);
         kernels::RejectionPlace place = evaluation::top_of(strips);
         kernels::ShareParts shares;
         strips.descending([&](const kernels::StripCounts& counts, std::size_t) {
           evaluation::rank_kernels().add_risks(counts, place, shares);
         });
         return shares;
       })) {
    risks.add(of_piece);
  }
  return evaluation::area_of(risks, tally, rule);
}

Figure evaluation::excess(const Figure& area, const Tally& tally, AreaRule rule, Optimum optimum) {
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

Figure evaluation::complement(Figure area) {
  area.value = 1 - area.value;
  return area;
}

Figure auarc(const Tally& tally, AreaRule rule) {
  return evaluation::complement(aurc(tally, rule));
}

Figure e_aurc(const Tally& tally, AreaRule rule, Optimum optimum) {
  return evaluation::excess(aurc(tally, rule), tally, rule, optimum);
}

std::vector<Figure> rejection_figures(const Tally& tally, AreaRule rule, Optimum optimum) {
  const Figure area = aurc(tally, rule);
  const std::uint64_t doubled_u = evaluation::doubled_u(tally);
  return {area, evaluation::complement(area), evaluation::excess(area, tally, rule, optimum),
          evaluation::augrc_of(tally, doubled_u), evaluation::auroc_of(tally, doubled_u)};
}

Figure evaluation::augrc_of(const Tally& tally, std::uint64_t doubled_u) {
  const std::uint64_t n = tally.n_rows(), wrong = tally.n_positive;
  if (n == 0) return undefined("there are no rows");
  // Twice n^2 times the area; at most n^2, so within 64 bits.
  const std::uint64_t doubled = 2 * wrong * n - wrong * wrong - doubled_u;
  return defined(static_cast<double>(doubled) / (2 * static_cast<double>(n * n)));
}

Figure augrc(const Tally& tally) {
  return evaluation::augrc_of(tally, evaluation::doubled_u(tally));
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
