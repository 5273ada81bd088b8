// SPDX-License-Identifier: Apache-2.0
#include "analysis/infer_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "array/load_element.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

constexpr std::size_t n_lines_tried = 64;
constexpr std::size_t most_classes_tried = std::size_t{1} << 16U;

double read_number(const io::StoredArray& array, std::uint64_t offset) {
  std::array<std::byte, 8> bytes{};
  array.read(offset, std::span(bytes).first(item_size(array.dtype)));
  return load_element(bytes.data(), array.dtype, array.byte_swapped);
}

// Does every one of some lines along `axis`, spread over the array, sum to one?
bool sums_to_one(const io::StoredArray& array, std::size_t axis) {
  const std::size_t length = array.shape[axis];
  if (length < 2 || length > most_classes_tried) return false;
  const std::vector<std::uint64_t> strides = storage_strides(array);
  const double tolerance = array.decimals ? printed_row_sum_tolerance(*array.decimals, length)
                                          : row_sum_tolerance(array.dtype, length);
  std::uint64_t n_lines = 1;
  for (const std::size_t other : array.shape) n_lines *= other;
  n_lines /= length;
  const std::uint64_t n_tried = std::min<std::uint64_t>(n_lines, n_lines_tried);
  for (std::uint64_t i = 0; i < n_tried; ++i) {
    std::uint64_t line = n_lines / n_tried * i, offset = 0;
    for (std::size_t other = 0; other < array.shape.size(); ++other) {
      if (other == axis) continue;
      offset += line % array.shape[other] * strides[other];
      line /= array.shape[other];
    }
    double sum = 0;
    for (std::size_t j = 0; j < length; ++j) {
      const double p = read_number(array, offset + j * strides[axis]);
      sum += p;
      if (!(p >= 0) || sum > 1 + tolerance) return false;
    }
    if (sum < 1 - tolerance) return false;
  }
  return true;
}

[[noreturn]] void ask(const io::StoredArray& array, const std::string& why,
                      const std::string& example) {
  throw_usage(array.label + ": which axis of " + shape_text(array.shape) + " is what? " + why +
              ": say it with --axes, for example --axes " + example +
              " (n instance, m member, k class)");
}

std::string note(const io::StoredArray& array, const std::string& axes) {
  return array.label + ": took " + shape_text(array.shape) + " as --axes " + axes;
}

// Of the two axes that are not classes, the instances: the longer one, unless that looks wrong.
bool first_is_instances(const io::StoredArray& array, std::size_t first, std::size_t second) {
  const std::size_t a = array.shape[first], b = array.shape[second];
  if (a > b || (a == 1 && b == 1)) return true;
  // Members before instances is a rarer order: believed only where nothing else is likely.
  constexpr std::size_t most_members_believed = 64, least_ratio = 10;
  if (a <= most_members_believed && b / a >= least_ratio) return false;
  if (a == b) ask(array, "two axes are equally long", "nmk");
  ask(array,
      "there may be " + std::to_string(a) + " instances of " + std::to_string(b) +
          " members, or the other way round",
      "nmk");
}

InferredAxes infer_three(const io::StoredArray& array, Input input, bool renormalize) {
  if (input == Input::logits) ask(array, "logits do not tell", "nmk");
  std::vector<std::size_t> class_axes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (sums_to_one(array, axis)) class_axes.push_back(axis);
  }
  if (class_axes.size() > 1) ask(array, "more than one axis sums to one", "nmk");
  if (class_axes.empty() && renormalize) ask(array, "no axis sums to one", "nmk");
  // No axis sums to one: the usual order, so that checking the rows can say what is wrong.
  if (class_axes.empty()) return {"nmk", ""};
  std::string axes = "   ";
  const std::size_t class_axis = class_axes[0];
  const std::size_t first = class_axis == 0 ? 1 : 0, second = class_axis == 2 ? 1 : 2;
  const bool in_order = first_is_instances(array, first, second);
  axes[class_axis] = 'k';
  axes[first] = in_order ? 'n' : 'm';
  axes[second] = in_order ? 'm' : 'n';
  return {axes, note(array, axes)};
}

InferredAxes infer_two(const io::StoredArray& array, Input input) {
  if (input == Input::votes) return {"nm", ""};
  if (input != Input::probs) return {"nk", ""};
  const bool rows = sums_to_one(array, 1), columns = sums_to_one(array, 0);
  if (rows && columns) ask(array, "rows and columns sum to one", "nk");
  // The plain reading of a matrix needs no word.
  return columns ? InferredAxes{"kn", note(array, "kn")} : InferredAxes{"nk", ""};
}

}  // namespace

std::vector<std::uint64_t> storage_strides(const io::StoredArray& array) {
  std::vector<std::uint64_t> strides(array.shape.size());
  std::uint64_t stride = item_size(array.dtype);
  for (std::size_t step = 0; step < strides.size(); ++step) {
    const std::size_t axis = array.fortran_order ? step : strides.size() - 1 - step;
    strides[axis] = stride;
    stride *= array.shape[axis];
  }
  return strides;
}

InferredAxes infer_axes(const io::StoredArray& array, Input input, bool renormalize) {
  const bool three = array.shape.size() == 3;
  const bool from_text = array.decimals.has_value();  // its layout says which axis is which
  if (from_text) return {three ? "nmk" : input == Input::votes ? "nm" : "nk", ""};
  return three ? infer_three(array, input, renormalize) : infer_two(array, input);
}

}  // namespace qualm::detail
