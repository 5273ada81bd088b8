// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/io.h"
#include "qualm/predictions.h"

namespace qualm::detail {

struct InferredAxes {
  std::string axes;  ///< such as "nmk"
  std::string note;  ///< what to tell the user; empty if nothing had to be inferred
};

/// An array whose axes are in question, in a file or in memory.
struct ProbedArray {
  std::string label;
  DType dtype = DType::f64;
  std::vector<std::size_t> shape;
  std::optional<int> decimals;  ///< of a text file
  bool is_bfloat16 = false;     ///< what a file stores so, and gives as float32
  std::function<double(std::span<const std::size_t> index)> at;
};
[[nodiscard]] ProbedArray probe(const io::StoredArray& array);
[[nodiscard]] ProbedArray probe(const ArrayView& view, std::string label);

/// Lengths that something else says: labels or ids (n), weights of members (m), names of classes
/// (k). 0: nothing does.
struct KnownLengths {
  std::size_t n = 0, m = 0, k = 0;
  double least_k = 0;  ///< one more than the greatest label
};

/// What the axes of arrays of predictions, all of one shape, are: k is the axis that sums to one in
/// every array; what is known picks among the readings; of n and m the first is n if it is at least
/// 4 times as long, the second if it is at least 10 times as long and there are at most 64 members.
/// Throws usage, naming two readings, if more than one is left; or if rows are going to be rescaled
/// and no axis sums to one within 0.02, which would hide a wrong reading.
[[nodiscard]] InferredAxes infer_axes(std::span<const ProbedArray> arrays, Input input,
                                      bool renormalize, const KnownLengths& known);

/// True if no number is negative and the class axis sums to one in every array, as far as some
/// lines of it show.
[[nodiscard]] bool look_like_probabilities(std::span<const ProbedArray> arrays,
                                           const std::string& axes);

/// Whether the input has both members and classes.
[[nodiscard]] inline bool is_sample(Input input) noexcept {
  return input == Input::probs || input == Input::logits;
}

/// The length of one of the axes; 1 if the array lacks it.
[[nodiscard]] std::size_t length_of(const io::StoredArray& array, const std::string& axes,
                                    char axis);

/// Bytes between neighbours along each axis of a stored array.
[[nodiscard]] std::vector<std::uint64_t> storage_strides(const io::StoredArray& array);

}  // namespace qualm::detail
