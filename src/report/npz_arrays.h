// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <type_traits>
#include <vector>

#include "qualm/io.h"

namespace qualm::report {

/// One member of each element, in order.
template <class Element, class Value>
[[nodiscard]] std::vector<Value> collected(const std::vector<Element>& elements,
                                           Value Element::*member) {
  std::vector<Value> values;
  values.reserve(elements.size());
  for (const Element& each : elements) values.push_back(each.*member);
  return values;
}

/// The arrays of an .npz archive, filled one by one.
class NpzArrays {
 public:
  using Shape = std::vector<std::size_t>;

  void numbers(std::string name, Shape shape, std::vector<double> values);
  /// Throws usage if an integer is above 2^32 - 1.
  void integers(std::string name, Shape shape, const std::vector<std::size_t>& values);
  void integers(std::string name, Shape shape, std::vector<std::uint32_t> values);
  void texts(std::string name, std::vector<std::string> values);
  /// Of several processes, one writes all.
  void write(io::Sink& sink) const;

 private:
  std::deque<std::vector<double>> numbers_;
  std::deque<std::vector<std::uint32_t>> integers_;
  std::deque<std::vector<std::string>> texts_;
  std::vector<io::NamedArray> arrays_;
};

}  // namespace qualm::report
