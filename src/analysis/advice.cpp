// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/explain.h"

namespace qualm {

std::string_view name(Advice advice) noexcept {
  switch (advice) {
    case Advice::settled:
      return "settled";
    case Advice::more_data:
      return "more data";
    case Advice::both:
      return "both";
    case Advice::chance:
      return "chance";
    case Advice::unknown:
      break;
  }
  return "unknown";
}

Advice advise(double mean, double aleatoric, double epistemic) noexcept {
  constexpr double hardly = 0.05;
  if (mean < hardly || mean > 1 - hardly) return Advice::settled;
  const double total = aleatoric + epistemic;
  if (3 * epistemic >= 2 * total) return Advice::more_data;
  if (3 * epistemic <= total) return Advice::chance;
  return Advice::both;
}

}  // namespace qualm
