// SPDX-License-Identifier: Apache-2.0
#include "measures/check_results.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "qualm/error.h"

namespace qualm::detail {
namespace {

// Without a branch per value: nearly always all are finite, and this is read beside all that is
// measured.
bool are_finite(std::span<const double> values) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52U;
  std::uint64_t n_others = 0;
  for (const double value : values) {
    n_others += (std::bit_cast<std::uint64_t>(value) & exponent) == exponent ? 1U : 0U;
  }
  return n_others == 0;
}

void check_values(std::span<const double> values, bool may_be_infinite, std::size_t per_row,
                  std::string_view name, const ResultPlace& where) {
  if (are_finite(values)) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i]) || (may_be_infinite && values[i] > 0)) continue;
    throw_data(fmt::format(
        "{}row {}: {} comes out as {}: the numbers of this row, or the weights, are beyond what a "
        "double can be computed with: scale them, or leave this measure out",
        where.prefix, where.first_row + i / per_row, name,
        std::isnan(values[i]) ? "NaN" : fmt::format("{}", values[i])));
  }
}

}  // namespace

void check_parts(const Measure& measure, const Parts& parts, std::size_t per_row,
                 std::string_view kind, const ResultPlace& where) {
  for (const Part part : all_parts) {
    const bool may_be_infinite = measure.family().unbounded && part != Part::aleatoric;
    check_values(get(parts, part), may_be_infinite, per_row,
                 fmt::format("{}.{}{}", measure.name(), name(part), kind), where);
  }
}

void check_results(const Measures& result, const ResultPlace& where) {
  for (const FamilyResult& values : result.families) {
    check_parts(values.measure, values.parts, 1, "", where);
    check_parts(values.measure, values.per_class, result.n_classes, " of a class", where);
    for (const ExtraResult& each : values.extras) {
      const Extra* extra = values.measure.family().extra(each.name);
      check_values(each.values, extra != nullptr && extra->unbounded, 1,
                   fmt::format("{}.{}", values.measure.name(), each.name), where);
    }
  }
  check_values(result.mean, false, result.n_classes, "the mean prediction", where);
}

}  // namespace qualm::detail
