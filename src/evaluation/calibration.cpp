// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evaluation/reliability_bins.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

void check_row(std::span<const double> row, std::size_t i) {
  double sum = 0;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (!(row[k] >= 0)) {
      throw_data(fmt::format("probability of row {}, class {} is {}; give numbers from 0 to 1", i,
                             k, row[k]));
    }
    sum += row[k];
  }
  if (!(std::abs(sum - 1) <= 0.01)) {
    throw_data(fmt::format("probabilities of row {} sum to {}; they must sum to 1", i, sum));
  }
}

void check_shape(std::size_t n_values, std::size_t n_classes,
                 std::span<const std::uint32_t> labels) {
  if (n_classes == 0 || labels.empty()) throw_data("no rows; there is nothing to evaluate");
  if (n_values % n_classes != 0 || n_values / n_classes != labels.size()) {
    throw_data(fmt::format("{} probabilities of {} classes for {} labels; give one label per row",
                           n_values, n_classes, labels.size()));
  }
  const auto found = std::find_if(labels.begin(), labels.end(),
                                  [&](std::uint32_t label) { return label >= n_classes; });
  if (found != labels.end()) {
    throw_data(fmt::format("label {} in row {}, but the {} classes are 0 to {}", *found,
                           found - labels.begin(), n_classes, n_classes - 1));
  }
}

}  // namespace

void CalibrationRows::add(std::span<const double> probabilities, std::uint32_t label) {
  const auto greatest = std::max_element(probabilities.begin(), probabilities.end());
  confidence.push_back(*greatest);
  correct.push_back(greatest - probabilities.begin() == label ? 1 : 0);
  true_probability.push_back(probabilities[label]);
  double distance = 0;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    const double difference = k == label ? 1 - probabilities[k] : probabilities[k];
    distance += difference * difference;
  }
  squared_error.push_back(distance);
}

CalibrationSums::CalibrationSums(const CalibrationRows& rows, const ReliabilityOptions& options)
    : n_rows(rows.correct.size()) {
  evaluation::check_confidence(rows.confidence, rows.correct, options);
  if (options.binning == Binning::equal_width) {
    bins = evaluation::bins_of_equal_width(rows.confidence, rows.correct, options.n_bins);
  }
  for (std::size_t i = 0; i < rows.correct.size(); ++i) {
    n_correct += rows.correct[i];
    brier.add(rows.squared_error[i]);
    if (rows.true_probability[i] > 0) {
      // A probability may exceed one by what its rounding allows.
      nll.add(std::max(0.0, -std::log(rows.true_probability[i])));
    } else {
      ++n_zero_probability;
    }
  }
}

void CalibrationSums::add(const CalibrationSums& others) {
  n_rows += others.n_rows;
  n_correct += others.n_correct;
  n_zero_probability += others.n_zero_probability;
  nll.add(others.nll);
  brier.add(others.brier);
  if (bins.empty()) bins.resize(others.bins.size());
  for (std::size_t i = 0; i < others.bins.size(); ++i) {
    bins[i].n_rows += others.bins[i].n_rows;
    bins[i].n_correct += others.bins[i].n_correct;
    bins[i].confidence.add(others.bins[i].confidence);
  }
}

Calibration calibration(const CalibrationSums& sums, const ReliabilityOptions& options,
                        const Tally* confidence) {
  Calibration result;
  result.reliability = options.binning == Binning::equal_width
                           ? evaluation::reliability_of(sums.bins)
                           : evaluation::reliability_of(*confidence, options.n_bins);
  result.n_zero_probability = sums.n_zero_probability;
  const auto n = static_cast<double>(sums.n_rows);
  result.accuracy = evaluation::defined(static_cast<double>(sums.n_correct) / n);
  result.nll = sums.n_zero_probability == 0
                   ? evaluation::defined(sums.nll.value() / n)
                   : evaluation::undefined(
                         fmt::format("infinite: {} of {} rows give their true class probability 0",
                                     sums.n_zero_probability, sums.n_rows));
  result.brier = evaluation::defined(sums.brier.value() / n);
  return result;
}

Calibration calibration(const CalibrationRows& rows, const ReliabilityOptions& options) {
  const CalibrationSums sums(rows, options);
  if (options.binning == Binning::equal_width) return calibration(sums, options);
  const Tally confidence = tally_of(rows.confidence, rows.correct);
  return calibration(sums, options, &confidence);
}

Calibration calibration(std::span<const double> probabilities, std::size_t n_classes,
                        std::span<const std::uint32_t> labels, const ReliabilityOptions& options) {
  check_shape(probabilities.size(), n_classes, labels);
  CalibrationRows rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = probabilities.subspan(i * n_classes, n_classes);
    check_row(row, i);
    rows.add(row, labels[i]);
  }
  return calibration(rows, options);
}

}  // namespace qualm
