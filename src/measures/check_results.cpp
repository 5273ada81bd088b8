// SPDX-License-Identifier: Apache-2.0
#include "measures/check_results.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>

#include "qualm/error.h"

namespace qualm::detail {
namespace {

// Nearly always all are finite, and this is read beside all that is measured: infinity and NaN
// times zero are NaN, which stays in a sum. In four parts, which fit registers.
bool are_finite(std::span<const double> values) {
  double sums[4] = {};
  const std::size_t whole = values.size() / 4 * 4;
  for (std::size_t i = 0; i < whole; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += values[i + lane] * 0;
  }
  for (std::size_t i = whole; i < values.size(); ++i) sums[0] += values[i] * 0;
  return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0;
}

struct Asked {
  std::string_view of;     // a measure, or nothing
  std::string_view extra;  // of that measure, or nothing
  std::string_view part;   // "total", or nothing
  std::string_view kind;   // " of a class", or nothing
  bool may_be_infinite = false;
  std::size_t per_row = 1;
};

// "credal", "credal.hartley"
std::string full_name(const Asked& asked) {
  return fmt::format("{}{}{}", asked.of, asked.extra.empty() ? "" : ".", asked.extra);
}

void check_values(std::span<const double> values, const Asked& asked, const ResultPlace& where,
                  const IsUndecided& is_undecided) {
  if (are_finite(values)) return;
  const std::string of = full_name(asked);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::size_t row = where.first_row + i / asked.per_row;
    if (std::isfinite(value) || (asked.may_be_infinite && value > 0)) continue;
    if (std::isnan(value) && is_undecided && is_undecided(of, row)) continue;
    throw_data(fmt::format(
        "{}row {}: {}{}{}{} is {}: the numbers of this row, or the weights, are outside "
        "the range of double precision: rescale them, or leave this measure out",
        where.prefix, row, of, asked.part.empty() ? "" : ".", asked.part, asked.kind,
        std::isnan(value) ? "NaN" : fmt::format("{}", value)));
  }
}

}  // namespace

void check_parts(const Measure& measure, const Parts& parts, std::size_t per_row,
                 std::string_view kind, const ResultPlace& where, const IsUndecided& is_undecided) {
  for (const Part part : all_parts) {
    const bool may_be_infinite = measure.family().unbounded && part != Part::aleatoric;
    check_values(get(parts, part), {measure.name(), "", name(part), kind, may_be_infinite, per_row},
                 where, is_undecided);
  }
}

bool are_finite(const Measures& result, std::size_t first, std::size_t last) {
  const auto rows = [&](const std::vector<double>& values) {
    const std::size_t per_row = values.size() / result.n_instances;
    return std::span(values).subspan(first * per_row, (last - first) * per_row);
  };
  bool found = are_finite(rows(result.mean));
  for (const FamilyResult& values : result.families) {
    for (const Part part : all_parts) {
      found = found && are_finite(rows(get(values.parts, part))) &&
              are_finite(rows(get(values.per_class, part)));
    }
    for (const ExtraResult& each : values.extras) found = found && are_finite(rows(each.values));
  }
  return found;
}

void check_results(const Measures& result, const ResultPlace& where,
                   const IsUndecided& is_undecided) {
  for (const FamilyResult& values : result.families) {
    const Measure& measure = values.measure;
    check_parts(measure, values.parts, 1, "", where, is_undecided);
    check_parts(measure, values.per_class, result.n_classes, " of a class", where, is_undecided);
    for (const ExtraResult& each : values.extras) {
      const Extra* extra = measure.family().extra(each.name);
      check_values(each.values,
                   {measure.name(), each.name, "", "", extra != nullptr && extra->unbounded}, where,
                   is_undecided);
    }
  }
  check_values(result.mean, {"the mean prediction", "", "", "", false, result.n_classes}, where,
               {});
}

}  // namespace qualm::detail
