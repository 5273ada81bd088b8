// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "error/choose.h"
#include "qualm/error.h"
#include "qualm/predictions.h"

namespace qualm {
namespace {

constexpr std::array<std::string_view, 5> input_names = {"probs", "logits", "dirichlet", "counts",
                                                         "votes"};

}  // namespace

std::string_view name(Input input) noexcept {
  return input_names[static_cast<std::size_t>(input)];
}

Input parse_input(std::string_view text) {
  return static_cast<Input>(choose("input", text, input_names));
}

std::vector<std::size_t> parse_axes(std::string_view axes, std::string_view expected) {
  std::vector<std::size_t> order;
  for (const char axis : expected) {
    const std::size_t place = axes.find(axis);
    if (place != std::string_view::npos) order.push_back(place);
  }
  std::string sorted_axes(axes), sorted_expected(expected);
  std::sort(sorted_axes.begin(), sorted_axes.end());
  std::sort(sorted_expected.begin(), sorted_expected.end());
  if (sorted_axes != sorted_expected) {
    std::string lower(axes);
    for (char& axis : lower) {
      if (axis == 'N' || axis == 'M' || axis == 'K') axis = static_cast<char>(axis - 'A' + 'a');
    }
    if (lower != axes) {
      static_cast<void>(parse_axes(lower, expected));
      throw_usage(argument("axes", axes) + ": write " + lower + ", in lower case");
    }
    throw_usage(argument("axes", axes) + " does not fit: name each of the axes '" +
                std::string(expected) + "' once (n instance, m member, k class), in the order of " +
                "the array");
  }
  return order;
}

}  // namespace qualm
