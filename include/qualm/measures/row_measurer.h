// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "qualm/measures.h"

namespace qualm {

/// Measures one instance per call, with the same bits as measure(), in memory that is allocated
/// once: for programs that serve predictions one at a time. A call allocates nothing for families
/// that have a kernel (variance, entropy, label-entropy, spherical, zero-one, wasserstein). Use one
/// object per thread. T is float or double.
template <class T>
class RowMeasurer {
 public:
  /// For rows of `n_members` times `n_classes` numbers, member after member, that are
  /// `input.input`: probs or logits. Throws usage for other input, and as measure() does if the
  /// options do not fit.
  RowMeasurer(std::size_t n_members, std::size_t n_classes, const MeasureOptions& options = {},
              const PredictionOptions& input = {});
  RowMeasurer(RowMeasurer&&) noexcept;
  RowMeasurer& operator=(RowMeasurer&&) noexcept;
  ~RowMeasurer();

  /// One instance. The result is valid until the next call. Throws data for the first invalid
  /// number, usage unless the row has n_members * n_classes numbers.
  const Measures& operator()(std::span<const T> row);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

extern template class RowMeasurer<float>;
extern template class RowMeasurer<double>;

}  // namespace qualm
