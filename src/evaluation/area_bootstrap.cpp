// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/area_bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "evaluation/bootstrap.h"
#include "evaluation/resampler.h"
#include "evaluation/sums.h"
#include "parallel/parallel.h"

namespace qualm {
namespace {

using evaluation::as_double;
using evaluation::TimesDrawn;

/// Rows as they are sorted: negatives before positives in a group, so that all that a replicate has
/// below a row is one running sum.
struct SortedRows {
  struct Group {
    std::uint32_t first, first_positive, last;
  };
  std::vector<std::uint32_t> drawn_as;  // the number that draws know a row by
  std::vector<Group> groups, with_positives;

  explicit SortedRows(const Tally& tally) {
    drawn_as.reserve(tally.n_rows());
    auto negative = std::uint32_t{0}, positive = static_cast<std::uint32_t>(tally.n_negative);
    const auto n = [&] { return static_cast<std::uint32_t>(drawn_as.size()); };
    for (std::size_t i = 0; i < tally.n_groups(); ++i) {
      Group group{n(), 0, 0};
      for (std::uint32_t row = 0; row < tally.negatives[i]; ++row) drawn_as.push_back(negative++);
      group.first_positive = n();
      for (std::uint32_t row = 0; row < tally.positives[i]; ++row) drawn_as.push_back(positive++);
      group.last = n();
      groups.push_back(group);
      if (tally.positives[i] > 0) with_positives.push_back(group);
    }
  }
};

/// Sums that all replicates of n rows share.
struct Tails {
  std::vector<double> harmonic;  // at m: of 1/k, for m < k <= n
  std::vector<double>
      optimum;  // at e: n times the AURC of n rows, e of them wrong, perfectly sorted

  explicit Tails(std::size_t n) : harmonic(n + 1), optimum(n + 1) {
    for (std::size_t m = n; m-- > 0;)
      harmonic[m] = harmonic[m + 1] + 1 / static_cast<double>(m + 1);
    // One more error adds one to the numerators of all terms there are, and a term 1/(n - e).
    for (std::size_t e = 0; e < n; ++e) optimum[e + 1] = optimum[e] + harmonic[n - e - 1];
  }
};

/// In the order of rejection_statistics.
using Areas = std::array<double, 5>;

class Replicate {
 public:
  Replicate(const SortedRows& rows, const Tails& tails, AreaRule rule, Optimum optimum)
      : rows_(rows),
        tails_(tails),
        rule_(rule),
        optimum_(optimum),
        below_(rows.drawn_as.size() + 1) {}

  [[nodiscard]] Areas areas(std::span<const TimesDrawn> times) {
    const std::size_t n = times.size();
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      below_[i] = sum;
      sum += times[rows_.drawn_as[i]];
    }
    below_[n] = sum;
    // n times AURC, the sum of E(k)/k: an error counts 1/k at every k above its group, and within
    // it by expectation.
    double shares = 0;
    std::uint64_t wrong = 0, doubled_u = 0;
    for (const auto& [first, first_positive, last] : rows_.with_positives) {
      const std::uint64_t below = below_[first], right = below_[first_positive] - below;
      const std::uint64_t errors = below_[last] - below_[first_positive];
      if (errors == 0) continue;
      const double size = as_double(right + errors);
      double within = 0;
      for (double taken = 1; taken <= size; ++taken) within += taken / (as_double(below) + taken);
      shares += as_double(errors) * (tails_.harmonic[below_[last]] + within / size);
      doubled_u += errors * (2 * (below - wrong) + right);
      wrong += errors;
    }
    return areas_of(shares, wrong, doubled_u);
  }

 private:
  [[nodiscard]] Areas areas_of(double shares, std::uint64_t wrong, std::uint64_t doubled_u) const {
    const std::uint64_t rows = below_.size() - 1, right = rows - wrong;
    const double n = as_double(rows), rate = as_double(wrong) / n;
    double best = tails_.optimum[wrong];
    if (rule_ == AreaRule::trapezoid) {
      shares += (first_risk() - rate) / 2;
      best += ((right == 0 ? 1 : 0) - rate) / 2;
    }
    const double area = shares / n, share_right = as_double(right) / n;
    const double excess =
        optimum_ == Optimum::exact
            ? std::max(0.0, area - best / n)
            : area - (rate + (right > 0 ? share_right * std::log(share_right) : 0));
    const double generalised =
        as_double(2 * wrong * rows - wrong * wrong - doubled_u) / (2 * n * n);
    const double auroc = wrong > 0 && right > 0
                             ? as_double(doubled_u) / as_double(2 * wrong * right)
                             : std::numeric_limits<double>::quiet_NaN();
    return {area, 1 - area, excess, generalised, auroc};
  }
  /// Of the lowest group that has rows.
  [[nodiscard]] double first_risk() const {
    for (const auto& [first, first_positive, last] : rows_.groups) {
      const std::uint32_t size = below_[last] - below_[first];
      if (size > 0) return static_cast<double>(below_[last] - below_[first_positive]) / size;
    }
    return 0;
  }

  const SortedRows& rows_;
  const Tails& tails_;
  AreaRule rule_;
  Optimum optimum_;
  std::vector<std::uint32_t> below_;  // rows drawn that lie below each row
};

constexpr std::size_t area_replicates_per_piece = 16;

}  // namespace

AreaBootstrap::AreaBootstrap(AreaRule rule, Optimum optimum, const BootstrapOptions& options)
    : rule_(rule), optimum_(optimum), options_(options) {
  evaluation::check(options);
}

void AreaBootstrap::draw(const Tally& tally) {
  if (!drawn_.empty() && n_negative_ == tally.n_negative && n_positive_ == tally.n_positive) return;
  n_negative_ = tally.n_negative;
  n_positive_ = tally.n_positive;
  constexpr std::uint64_t most_bytes = 128'000'000;
  const std::size_t n = tally.n_rows();
  drawn_.clear();
  if (n * options_.replicates > most_bytes) return;
  drawn_.resize(n * options_.replicates);
  parallel_for(options_.replicates, area_replicates_per_piece, options_.threads,
               [&](std::size_t first, std::size_t last) {
                 for (std::size_t i = first; i < last; ++i) {
                   evaluation::draw_rows_of_kinds(std::span(drawn_).subspan(i * n, n), n_negative_,
                                                  options_.stratified, Random(options_.seed, i));
                 }
               });
}

std::vector<Bootstrap> AreaBootstrap::operator()(const Tally& tally, const Progress& progress) {
  const std::size_t n = tally.n_rows();
  draw(tally);
  const SortedRows rows(tally);
  const Tails tails(n);
  std::array<std::vector<double>, std::tuple_size_v<Areas>> values;
  for (auto& column : values) column.resize(options_.replicates);
  parallel_for(
      options_.replicates, area_replicates_per_piece, options_.threads,
      [&](std::size_t first, std::size_t last) {
        Replicate replicate(rows, tails, rule_, optimum_);
        std::vector<TimesDrawn> own(drawn_.empty() ? n : 0);
        for (std::size_t i = first; i < last; ++i) {
          throw_if_cancelled(progress);
          std::span<const TimesDrawn> times = own;
          if (drawn_.empty()) {
            evaluation::draw_rows_of_kinds(own, n_negative_, options_.stratified,
                                           Random(options_.seed, i));
          } else {
            times = std::span(drawn_).subspan(i * n, n);
          }
          const Areas areas = replicate.areas(times);
          for (std::size_t s = 0; s < areas.size(); ++s) values[s][i] = areas[s];
        }
      },
      progress);
  std::vector<Bootstrap> results;
  for (auto& column : values) {
    results.push_back(evaluation::summarize_replicates(std::move(column), options_.level));
  }
  return results;
}

}  // namespace qualm
