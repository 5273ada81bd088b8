// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluation/reliability_bins.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/calibration.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

using evaluation::defined;
using evaluation::undefined;

struct Bin {
  double low = 0, high = 0;
  CalibrationSums::Bin sums;
};

Bin edges_of_equal_width(std::size_t i, std::size_t n_bins) {
  const auto n = static_cast<double>(n_bins);
  return {static_cast<double>(i) / n, static_cast<double>(i + 1) / n, {}};
}

Reliability summarize(std::span<const Bin> bins) {
  Reliability result;
  evaluation::CompensatedSum gaps;
  double greatest = 0;
  std::uint64_t n_rows = 0;
  for (const auto& [low, high, sums] : bins) {
    ReliabilityBin bin{low, high, sums.n_rows, sums.n_correct, {}, {}};
    n_rows += bin.n_rows;
    if (bin.n_rows == 0) {
      bin.confidence = bin.accuracy = undefined("no row in this bin");
    } else {
      const auto rows = static_cast<double>(bin.n_rows);
      const auto right = static_cast<double>(bin.n_correct);
      bin.confidence = defined(sums.confidence.value() / rows);
      bin.accuracy = defined(right / rows);
      const double gap = std::abs(right - sums.confidence.value());
      gaps.add(gap);
      greatest = std::max(greatest, gap / rows);
    }
    result.bins.push_back(std::move(bin));
  }
  if (n_rows == 0) throw_data("no rows; there is nothing to evaluate");
  result.ece = defined(gaps.value() / static_cast<double>(n_rows));
  result.mce = defined(greatest);
  return result;
}

}  // namespace

namespace evaluation {

void check_confidence(std::span<const double> confidence, std::span<const std::uint8_t> correct,
                      const ReliabilityOptions& options) {
  if (options.n_bins == 0) throw_usage("a reliability diagram needs at least one bin");
  if (correct.size() != confidence.size()) {
    throw_data(fmt::format("{} flags for {} confidences; give one per row", correct.size(),
                           confidence.size()));
  }
  for (std::size_t row = 0; row < confidence.size(); ++row) {
    if (!(confidence[row] >= 0 && confidence[row] <= 1.01)) {
      throw_data(
          fmt::format("confidence of row {} is {}; give probabilities", row, confidence[row]));
    }
  }
}

std::vector<CalibrationSums::Bin> bins_of_equal_width(std::span<const double> confidence,
                                                      std::span<const std::uint8_t> correct,
                                                      std::size_t n_bins) {
  std::vector<Bin> edges;
  for (std::size_t i = 0; i < n_bins; ++i) edges.push_back(edges_of_equal_width(i, n_bins));
  std::vector<CalibrationSums::Bin> bins(n_bins);
  for (std::size_t row = 0; row < confidence.size(); ++row) {
    const double value = confidence[row];
    auto i = std::min(static_cast<std::size_t>(value * static_cast<double>(n_bins)), n_bins - 1);
    // The product may be off by a bit; the edges decide.
    while (i > 0 && value <= edges[i].low) --i;
    while (i + 1 < n_bins && value > edges[i].high) ++i;
    ++bins[i].n_rows;
    bins[i].n_correct += correct[row] != 0 ? 1U : 0U;
    bins[i].confidence.add(value);
  }
  return bins;
}

Reliability reliability_of(std::span<const CalibrationSums::Bin> bins) {
  std::vector<Bin> with_edges;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    with_edges.push_back(edges_of_equal_width(i, bins.size()));
    with_edges.back().sums = bins[i];
  }
  return summarize(with_edges);
}

Reliability reliability_of(const Tally& confidence, std::size_t n_bins) {
  std::vector<Bin> bins(n_bins);
  std::uint64_t below = 0;
  for (std::size_t group = 0; group < confidence.n_groups(); ++group) {
    const double value = (*confidence.scores)[group];
    const std::uint64_t correct = confidence.positives[group];
    const std::uint64_t rows = confidence.negatives[group] + correct;
    // The bin that the middle of the group falls into.
    auto& [low, high, sums] = bins[(2 * below + rows) * n_bins / (2 * confidence.n_rows())];
    if (sums.n_rows == 0) low = value;
    high = value;
    sums.n_rows += rows;
    sums.n_correct += correct;
    sums.confidence.add(value, Int128{rows});
    below += rows;
  }
  return summarize(bins);
}

}  // namespace evaluation

Reliability reliability(std::span<const double> confidence, std::span<const std::uint8_t> correct,
                        const ReliabilityOptions& options) {
  evaluation::check_confidence(confidence, correct, options);
  return options.binning == Binning::equal_width
             ? evaluation::reliability_of(
                   evaluation::bins_of_equal_width(confidence, correct, options.n_bins))
             : evaluation::reliability_of(tally_of(confidence, correct), options.n_bins);
}

}  // namespace qualm
