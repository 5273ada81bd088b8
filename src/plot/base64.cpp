// SPDX-License-Identifier: Apache-2.0
#include "plot/base64.h"

#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace qualm::plot {

std::string base64(std::string_view bytes) {
  using boost::archive::iterators::base64_from_binary, boost::archive::iterators::transform_width;
  using Digits = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  std::string whole(bytes);
  whole.append(missing, '\0');  // the iterator reads three bytes at a time
  std::string digits(whole.size() / 3 * 4, '=');
  std::copy(Digits(whole.cbegin()), Digits(whole.cend()), digits.begin());
  digits.replace(digits.size() - missing, missing, missing, '=');
  return digits;
}

}  // namespace qualm::plot
