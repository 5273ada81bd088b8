// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/explain.h"

namespace qualm {

std::string_view name(Advice advice) noexcept {
  switch (advice) {
    case Advice::settled:
      return "settled";
    case Advice::disagreement:
      return "disagreement";
    case Advice::both:
      return "both";
    case Advice::ambiguity:
      return "ambiguity";
    case Advice::unknown:
      break;
  }
  return "unknown";
}

Advice advise(double mean, double aleatoric, double epistemic) noexcept {
  constexpr double rounding = 5e-4;  // as large as that of float16, so that .95 and .05 go together
  constexpr double hardly = 0.05 - rounding;
  if (mean < hardly || mean > 1 - hardly) return Advice::settled;
  const double total = aleatoric + epistemic;
  if (total == 0) return Advice::unknown;  // each run is sure, but not of the same
  if (3 * epistemic >= 2 * total) return Advice::disagreement;
  if (3 * epistemic <= total) return Advice::ambiguity;
  return Advice::both;
}

}  // namespace qualm
