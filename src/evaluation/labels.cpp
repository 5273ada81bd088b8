// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "qualm/error.h"

namespace qualm {
namespace {

/// A row is out of range: is every label within 1 ... K?
bool looks_one_based(std::span<const double> values, double n_classes) {
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value >= 1 && value <= n_classes; });
}

std::string remedy_of(double label, std::span<const double> labels, double n_classes) {
  if (label == -1) return "; -1 is not a class: drop the rows without a label";
  if (looks_one_based(labels, n_classes)) return "; the labels look 1-based: subtract 1";
  return "; check that labels and predictions belong together";
}

}  // namespace

void check_one_per_row(std::size_t n_values, std::size_t n_rows, const std::string& source) {
  if (n_values != n_rows) {
    throw_data(
        fmt::format("{}: {} entries for {} rows; give one per row", source, n_values, n_rows));
  }
}

std::vector<std::uint32_t> check_labels(std::span<const double> values, std::size_t n_rows,
                                        std::size_t n_classes, const std::string& source) {
  check_one_per_row(values.size(), n_rows, source);
  const auto limit = static_cast<double>(n_classes);
  std::vector<std::uint32_t> labels(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    const double value = values[row];
    if (std::floor(value) != value || std::isinf(value)) {
      throw_data(fmt::format("{}: row {} is {}; labels are the whole numbers 0 to {}", source, row,
                             value, n_classes - 1));
    }
    if (value < 0 || value >= limit) {
      throw_data(fmt::format("{}: label {} in row {}, but the {} classes are 0 to {}{}", source,
                             value, row, n_classes, n_classes - 1,
                             remedy_of(value, values, limit)));
    }
    labels[row] = static_cast<std::uint32_t>(value);
  }
  return labels;
}

std::uint8_t check_flag(double value, std::size_t row, const std::string& source) {
  if (value != 0 && value != 1) {
    throw_data(fmt::format("{}: row {} is {}; give 0 or 1", source, row, value));
  }
  return value != 0 ? 1 : 0;
}

std::vector<std::uint8_t> check_flags(std::span<const double> values, std::size_t n_rows,
                                      const std::string& source) {
  check_one_per_row(values.size(), n_rows, source);
  std::vector<std::uint8_t> flags(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    flags[row] = check_flag(values[row], row, source);
  }
  return flags;
}

void check_scores(std::span<const double> scores, const std::string& source) {
  if (scores.empty()) throw_data(fmt::format("{}: no rows; there is nothing to rank", source));
  const auto found =
      std::find_if(scores.begin(), scores.end(), [](double score) { return std::isnan(score); });
  if (found != scores.end()) {
    throw_data(fmt::format("{}: row {} is NaN; leave the row out or give it a score", source,
                           found - scores.begin()));
  }
}

std::vector<std::uint8_t> wrong_flags(std::span<const std::uint32_t> predicted,
                                      std::span<const std::uint32_t> labels) {
  check_one_per_row(labels.size(), predicted.size(), "labels");
  std::vector<std::uint8_t> wrong(predicted.size());
  std::transform(predicted.begin(), predicted.end(), labels.begin(), wrong.begin(),
                 [](std::uint32_t a, std::uint32_t b) { return a != b ? 1 : 0; });
  return wrong;
}

}  // namespace qualm
