// SPDX-License-Identifier: Apache-2.0
#include "analysis/infer_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/file_tolerance.h"
#include "array/load_element.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

constexpr std::size_t n_lines_tried = 64;
constexpr std::size_t most_classes_tried = std::size_t{1} << 16U;

using Readings = std::vector<std::string>;

std::size_t length_of(const ProbedArray& array, const std::string& axes, char axis) {
  return array.shape[axes.find(axis)];
}

// Which lines along an axis may not sum to one: `slack` is allowed beside the rounding of the
// numbers, and `share` of the lines may be off by more.
struct Allowed {
  double slack = 0;
  double share = 0;
};

// Do lines along `axis`, some of them, spread over the array, sum to one?
bool sums_to_one(const ProbedArray& array, std::size_t axis, const Allowed& allowed) {
  const std::size_t length = array.shape[axis];
  if (length < 2 || length > most_classes_tried) return false;
  const double tolerance = file_tolerance(array, length) + allowed.slack;
  std::uint64_t n_lines = 1;
  for (const std::size_t other : array.shape) n_lines *= other;
  n_lines /= length;
  const std::uint64_t n_tried = std::min<std::uint64_t>(n_lines, n_lines_tried);
  auto n_allowed = static_cast<std::int64_t>(allowed.share * static_cast<double>(n_tried));
  std::vector<std::size_t> index(array.shape.size());
  for (std::uint64_t i = 0; i < n_tried; ++i) {
    std::uint64_t line = n_lines / n_tried * i;
    for (std::size_t other = 0; other < array.shape.size(); ++other) {
      if (other == axis) continue;
      index[other] = static_cast<std::size_t>(line % array.shape[other]);
      line /= array.shape[other];
    }
    double sum = 0;
    bool is_off = false;
    for (index[axis] = 0; index[axis] < length && !is_off; ++index[axis]) {
      const double p = array.at(index);
      sum += p;
      is_off = !(p >= 0) || sum > 1 + tolerance;
    }
    if ((is_off || sum < 1 - tolerance) && --n_allowed < 0) return false;
  }
  return true;
}

// "5 instances x 3 members x 10 classes (axes=nmk)"
std::string in_words(const ProbedArray& array, const std::string& axes) {
  std::string words;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::string_view name = axes[i] == 'n' ? "instance" : axes[i] == 'm' ? "member" : "class";
    const std::string_view plural = axes[i] == 'k' ? "es" : "s";
    words += fmt::format("{}{} {}{}", i == 0 ? "" : " x ", array.shape[i], name,
                         array.shape[i] == 1 ? "" : plural);
  }
  return fmt::format("{} ({})", words, argument("axes", axes));
}

[[noreturn]] void ask(const ProbedArray& array, std::string_view why, const Readings& readings) {
  throw_usage(fmt::format("{}: {} can be {} or {}{}: specify which", array.label,
                          shape_text(array.shape), in_words(array, readings[0]),
                          in_words(array, readings[1]), why));
}

InferredAxes told(const ProbedArray& array, const std::string& axes) {
  return {axes, fmt::format("{}: read {} as {}", array.label, shape_text(array.shape),
                            in_words(array, axes))};
}

template <class Condition>
Readings those(const Readings& readings, const Condition& condition) {
  Readings left;
  std::copy_if(readings.begin(), readings.end(), std::back_inserter(left), condition);
  return left;
}

// The usual order first.
Readings all_readings(const ProbedArray& array, Input input) {
  if (array.shape.size() == 3) return {"nmk", "mnk", "nkm", "mkn", "knm", "kmn"};
  return input == Input::votes ? Readings{"nm", "mn"} : Readings{"nk", "kn"};
}

// Leaves out what contradicts something known, unless all do: then that is wrong, and whoever
// checks it will say so.
Readings those_known(const ProbedArray& array, Readings readings, const KnownLengths& known) {
  for (const auto& [axis, length] :
       {std::pair{'n', known.n}, std::pair{'m', known.m}, std::pair{'k', known.k}}) {
    if (length == 0 || readings[0].find(axis) == std::string::npos) continue;
    Readings left = those(readings, [&, axis = axis, length = length](const std::string& axes) {
      return length_of(array, axes, axis) == length;
    });
    if (!left.empty()) readings = std::move(left);
  }
  if (readings[0].find('k') == std::string::npos) return readings;
  Readings left = those(readings, [&](const std::string& axes) {
    return static_cast<double>(length_of(array, axes, 'k')) >= known.least_k;
  });
  return left.empty() ? readings : left;
}

// Of two readings that swap instances and members: the one whose lengths are likely.
InferredAxes by_length(const ProbedArray& array, const Readings& readings) {
  const auto n_first = [](const std::string& axes) { return axes.find('n') < axes.find('m'); };
  const std::string& usual = n_first(readings[0]) ? readings[0] : readings[1];
  const std::string& other = n_first(readings[0]) ? readings[1] : readings[0];
  const std::size_t a = length_of(array, usual, 'n'), b = length_of(array, usual, 'm');
  constexpr std::size_t least_ratio = 4, least_ratio_swapped = 10, most_members_believed = 64;
  if (a == 1 && b == 1) return told(array, usual);
  // One instance of many members, or one member of many instances? Both are common.
  if (a > 1 && b > 1) {
    if (a / b >= least_ratio) return told(array, usual);
    if (a <= most_members_believed && b / a >= least_ratio_swapped) return told(array, other);
  }
  ask(array, "", {usual, other});
}

// The readings whose class axis sums to one in every array.
Readings those_summing(std::span<const ProbedArray> arrays, const Readings& readings,
                       const Allowed& allowed = {}) {
  return those(readings, [&](const std::string& axes) {
    return std::all_of(arrays.begin(), arrays.end(), [&](const ProbedArray& array) {
      return sums_to_one(array, axes.find('k'), allowed);
    });
  });
}

bool same_class_axis(const Readings& readings) {
  return std::all_of(readings.begin(), readings.end(), [&](const std::string& axes) {
    return axes.find('k') == readings[0].find('k');
  });
}

}  // namespace

ProbedArray probe(const io::StoredArray& array) {
  return {array.label,
          array.dtype,
          array.shape,
          array.decimals,
          array.is_bfloat16,
          [&array, strides = storage_strides(array)](std::span<const std::size_t> index) {
            std::uint64_t offset = 0;
            for (std::size_t axis = 0; axis < index.size(); ++axis) {
              offset += index[axis] * strides[axis];
            }
            std::array<std::byte, 8> bytes{};
            array.read(offset, std::span(bytes).first(item_size(array.dtype)));
            return load_element(bytes.data(), array.dtype, array.byte_swapped);
          }};
}

ProbedArray probe(const ArrayView& view, std::string label) {
  return {std::move(label),
          view.dtype,
          view.shape,
          std::nullopt,
          false,
          [&view](std::span<const std::size_t> index) { return view.at(index); }};
}

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

bool look_like_probabilities(std::span<const ProbedArray> arrays, const std::string& axes) {
  return !those_summing(arrays, {axes}).empty();
}

InferredAxes infer_axes(std::span<const ProbedArray> arrays, Input input, bool renormalize,
                        const KnownLengths& known) {
  const ProbedArray& first = arrays[0];
  const bool three = first.shape.size() == 3;
  const bool from_text = first.decimals.has_value();  // its layout says which axis is which
  if (from_text) return {three ? "nmk" : input == Input::votes ? "nm" : "nk", ""};
  Readings readings = all_readings(first, input);
  bool any_sums = false;
  if (input == Input::probs) {
    // Numbers of three decimals, or once of float16; or a minority of rows that are off.
    constexpr Allowed if_rescaled[] = {{.slack = 0.02}, {.share = 0.49}};
    Readings summing = those_summing(arrays, readings);
    for (const Allowed& allowed : if_rescaled) {
      if (summing.empty() && renormalize) summing = those_summing(arrays, readings, allowed);
    }
    any_sums = !summing.empty();
    if (any_sums) readings = summing;
  }
  readings = those_known(first, std::move(readings), known);
  if (input == Input::probs && !any_sums) {
    if (readings.size() > 1 && three && renormalize) {
      ask(first, ", and no axis sums to one", readings);
    }
    // The usual order, so that checking the rows can say what is wrong.
    return {readings[0], ""};
  }
  // The plain reading of a matrix needs no word, and nothing can speak against it but the sums.
  const bool plain = !three && input != Input::votes && readings[0] == "nk";
  if (plain && (readings.size() == 1 || input != Input::probs)) return {"nk", ""};
  if (readings.size() == 1) return told(first, readings[0]);
  if (input == Input::logits)
    ask(first, ", and logits do not show which axis is the class", readings);
  if (!same_class_axis(readings)) ask(first, ", and more than one axis sums to one", readings);
  return by_length(first, readings);
}

std::size_t length_of(const io::StoredArray& array, const std::string& axes, char axis) {
  const std::size_t place = axes.find(axis);
  return place == std::string::npos ? 1 : array.shape[place];
}

}  // namespace qualm::detail
