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

struct Asked {
  std::string_view of;    // a measure or an extra
  std::string_view part;  // ".total", or nothing
  bool may_be_infinite = false;
  std::size_t per_row = 1;
};

void check_values(std::span<const double> values, const Asked& asked, const ResultPlace& where,
                  const IsUndecided& is_undecided) {
  if (are_finite(values)) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::size_t row = where.first_row + i / asked.per_row;
    if (std::isfinite(value) || (asked.may_be_infinite && value > 0)) continue;
    if (std::isnan(value) && is_undecided && is_undecided(asked.of, row)) continue;
    throw_data(
        fmt::format("{}row {}: {}{} is {}: the numbers of this row, or the weights, are outside "
                    "the range of double precision: rescale them, or leave this measure out",
                    where.prefix, row, asked.of, asked.part,
                    std::isnan(value) ? "NaN" : fmt::format("{}", value)));
  }
}

}  // namespace

void check_parts(const Measure& measure, const Parts& parts, std::size_t per_row,
                 std::string_view kind, const ResultPlace& where, const IsUndecided& is_undecided) {
  for (const Part part : all_parts) {
    const bool may_be_infinite = measure.family().unbounded && part != Part::aleatoric;
    check_values(get(parts, part),
                 {measure.name(), fmt::format(".{}{}", name(part), kind), may_be_infinite, per_row},
                 where, is_undecided);
  }
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
                   {fmt::format("{}.{}", measure.name(), each.name), "",
                    extra != nullptr && extra->unbounded},
                   where, is_undecided);
    }
  }
  check_values(result.mean, {"the mean prediction", "", false, result.n_classes}, where, {});
}

}  // namespace qualm::detail
