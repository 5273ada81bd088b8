// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/detection.h"

namespace qualm {
namespace {

std::vector<double> bin_edges(double low, double high, std::size_t n_bins) {
  if (low == high) {
    const double half = std::max(1.0, std::abs(low)) / 2;
    low -= half;
    high += half;
  }
  std::vector<double> edges(n_bins + 1);
  const auto n = static_cast<double>(n_bins);
  const double step = (high - low) / n;
  for (std::size_t i = 0; i < n_bins; ++i) {
    // As numpy does, whose bins users compare with; but the range of two finite numbers need not be
    // finite.
    edges[i] = std::isfinite(step) ? low + static_cast<double>(i) * step
                                   : std::lerp(low, high, static_cast<double>(i) / n);
  }
  edges[n_bins] = high;
  return edges;
}

std::vector<double> shares(const std::vector<std::uint64_t>& counts, std::uint64_t n) {
  if (n == 0) return {};
  std::vector<double> result(counts.size());
  std::transform(counts.begin(), counts.end(), result.begin(), [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(n);
  });
  return result;
}

// Of the kinds' shares in these distinct scores: infinite ones are in no bin, but overlap too.
double lesser_share(const Tally& tally, std::size_t from, std::size_t to) {
  const auto share = [&](const auto& counts, std::uint64_t n) {
    return static_cast<double>(counts.sum(from, to)) / static_cast<double>(n);
  };
  return std::min(share(tally.negatives, tally.n_negative),
                  share(tally.positives, tally.n_positive));
}

}  // namespace

Histogram histogram(const Tally& tally, std::size_t n_bins) {
  if (n_bins == 0) throw_usage("a histogram needs at least one bin");
  const auto& scores = *tally.scores;
  const auto is_finite = [](double score) { return std::isfinite(score); };
  const auto first = std::find_if(scores.begin(), scores.end(), is_finite);
  const auto last = std::find_if(scores.rbegin(), scores.rend(), is_finite);
  Histogram result;
  if (first == scores.end()) {
    result.n_infinite = tally.n_negative + tally.n_positive;
    result.overlap = evaluation::undefined("no score is finite: there is nothing to bin");
    return result;
  }
  result.edges = bin_edges(*first, *last, n_bins);

  result.n_infinite = tally.n_rows();
  std::vector<std::uint64_t> negative(n_bins), positive(n_bins);
  auto from = first;
  for (std::size_t bin = 0; bin < n_bins; ++bin) {
    const auto to =
        bin + 1 < n_bins ? std::lower_bound(from, last.base(), result.edges[bin + 1]) : last.base();
    const auto group = static_cast<std::size_t>(from - scores.begin());
    const auto next_group = static_cast<std::size_t>(to - scores.begin());
    negative[bin] = tally.negatives.sum(group, next_group);
    positive[bin] = tally.positives.sum(group, next_group);
    result.n_infinite -= negative[bin] + positive[bin];
    from = to;
  }
  result.negative = shares(negative, tally.n_negative);
  result.positive = shares(positive, tally.n_positive);

  if (auto reason = evaluation::missing_kind(tally); !reason.empty()) {
    result.overlap = evaluation::undefined(reason);
    return result;
  }
  double overlap = 0;
  for (std::size_t i = 0; i < n_bins; ++i) {
    overlap += std::min(result.negative[i], result.positive[i]);
  }
  const auto n_below = static_cast<std::size_t>(first - scores.begin());
  const auto n_to_last = static_cast<std::size_t>(last.base() - scores.begin());
  overlap += lesser_share(tally, 0, n_below) + lesser_share(tally, n_to_last, scores.size());
  result.overlap = evaluation::defined(overlap);
  return result;
}

}  // namespace qualm
