// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/calibration.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

std::string_view name(AreaRule rule) noexcept {
  return rule == AreaRule::mean ? "mean" : "trapezoid";
}

std::string_view name(Optimum optimum) noexcept {
  return optimum == Optimum::exact ? "exact" : "asymptotic";
}

std::string_view name(GuaranteeMethod method) noexcept {
  return method == GuaranteeMethod::fixed_sequence ? "fixed-sequence" : "binary-search";
}

std::string_view name(Binning binning) noexcept {
  return binning == Binning::equal_width ? "equal-width" : "equal-mass";
}

}  // namespace qualm
