// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "kernels/sample_job.h"
#include "kernels/sorting_network.h"

namespace qualm::kernels {

/// Lets std::vector hand out memory that starts at a multiple of 64 bytes.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  AlignedAllocator() = default;
  template <class U>
  explicit AlignedAllocator(const AlignedAllocator<U>& /*other*/) noexcept {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t /*n*/) noexcept { ::operator delete(memory, alignment); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// The parts of a family for each class, as its kernel sums them: [k][lane].
template <class T>
struct ClassParts {
  AlignedVector<T> aleatoric, epistemic;
};

/// The numbers of one block in lanes of type T. In all arrays the lane is the fastest index.
template <class T>
struct LaneArrays {
  AlignedVector<T> p;     ///< [k][m][lane]: the probabilities, of all classes or of a tile;
                          ///< mirrored where the job says so
  AlignedVector<T> mean;  ///< [k][lane]: sum_m w_m p
  AlignedVector<T> centre, shift;  ///< [k][lane]: add up to the mean, so that p - mean is exact
                                   ///< near 0 as (p - centre) - shift; centre is stored as p is
  AlignedVector<T> spread;  ///< [k][lane]: sum of the differences of few members to the middle one;
                            ///< then the mean of the differences of all
  AlignedVector<T> co_mean;  ///< [k][lane]: sum_m w_m (1 - p)
  AlignedVector<T> rows;     ///< [row][class]: elements gathered and converted before the transpose
  AlignedVector<T> sorted;   ///< as p, the members of each class in rising order; empty where p is
                             ///< sorted in place
  AlignedVector<T> row_sum;  ///< [m][lane]
  AlignedVector<T> row_max;  ///< [m][lane]: greatest probability of each member, stored as p is
  ClassParts<T> class_parts[n_summed_families];  ///< of all classes
};

struct Scratch::Arrays {
  LaneArrays<float> float_lanes;
  LaneArrays<double> double_lanes;
  AlignedVector<double> mean;  ///< [k][lane]
  AlignedVector<double> member_a, member_b, member_c,
      member_terms;                      ///< [m][lane]: state of a family over classes
  AlignedVector<double> class_terms;     ///< [k][lane]: what a family sums over classes
  AlignedVector<double> sorted_weights;  ///< [k][m][lane]; empty where all members count alike
  std::vector<IndexPair> network;  ///< sorts the members, or merges runs of few_members of them
};

template <class T>
LaneArrays<T>& lanes_of(Scratch::Arrays& arrays);
template <>
inline LaneArrays<float>& lanes_of(Scratch::Arrays& arrays) {
  return arrays.float_lanes;
}
template <>
inline LaneArrays<double>& lanes_of(Scratch::Arrays& arrays) {
  return arrays.double_lanes;
}

}  // namespace qualm::kernels
