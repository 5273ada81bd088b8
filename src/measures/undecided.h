// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "qualm/error.h"

namespace qualm::detail {

/// Thrown where a search is cut off before its value is certain: it is between the two numbers.
class UndecidedValue : public Error {
 public:
  UndecidedValue(std::string value, double least, double greatest)
      : Error(ErrorKind::data,
              fmt::format("{} is only known to be between {} and {}", value, least, greatest)),
        of(std::move(value)),
        low(least),
        high(greatest) {}
  std::string of;    ///< "the aleatoric part"
  double low, high;  ///< without the scale of the family
};

}  // namespace qualm::detail
