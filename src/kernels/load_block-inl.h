// SPDX-License-Identifier: Apache-2.0
// Brings the numbers of up to block_lanes instances from where they lie into lanes: p[k][m][lane].
#if defined(QUALM_KERNELS_LOAD_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_LOAD_BLOCK_INL_H_
#undef QUALM_KERNELS_LOAD_BLOCK_INL_H_
#else
#define QUALM_KERNELS_LOAD_BLOCK_INL_H_
#endif

#include <bit>
#include <cstring>

#include "array/load_element.h"
#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Where the classes of each instance lie side by side; lanes beyond the last instance repeat it.
template <class T>
struct Rows {
  std::array<const T*, block_lanes> row;

  Rows(const T* first, std::size_t stride, std::size_t count) {
    for (std::size_t i = 0; i < block_lanes; ++i) row[i] = first + std::min(i, count - 1) * stride;
  }
};

#if HWY_TARGET != HWY_SCALAR
// A vector whose 128-bit pieces hold consecutive classes of instances i, i + step, i + 2 step, ...
template <class D, class T = hn::TFromD<D>>
HWY_INLINE Vec<D> load_pieces(D d, const Rows<T>& rows, std::size_t i, std::size_t k) {
  constexpr std::size_t step = 16 / sizeof(T);
  if constexpr (hn::MaxLanes(D()) <= step) {
    return hn::LoadU(d, rows.row[i] + k);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_pieces(half, rows, i + hn::Lanes(half), k),
                       load_pieces(half, rows, i, k));
  }
}

// Transposes 16/sizeof(T) classes of as many instances as there are lanes, within 128-bit pieces.
template <class D>
HWY_INLINE void transpose_classes(D d, const Rows<float>& rows, std::size_t i, std::size_t k,
                                  float* HWY_RESTRICT to, std::size_t class_stride) {
  const hn::Repartition<double, D> pairs;
  const auto row0 = load_pieces(d, rows, i, k), row1 = load_pieces(d, rows, i + 1, k);
  const auto row2 = load_pieces(d, rows, i + 2, k), row3 = load_pieces(d, rows, i + 3, k);
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, row0, row1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, row2, row3));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, row0, row1));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, row2, row3));
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)), d, to);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)), d, to + class_stride);
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)), d, to + 2 * class_stride);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23)), d, to + 3 * class_stride);
}

template <class D>
HWY_INLINE void transpose_classes(D d, const Rows<double>& rows, std::size_t i, std::size_t k,
                                  double* HWY_RESTRICT to, std::size_t class_stride) {
  const auto row0 = load_pieces(d, rows, i, k), row1 = load_pieces(d, rows, i + 1, k);
  hn::Store(hn::InterleaveLower(d, row0, row1), d, to);
  hn::Store(hn::InterleaveUpper(d, row0, row1), d, to + class_stride);
}
#endif  // vectors

// Rows of one member into lanes; `to` is p[0][m][0].
template <class T>
void transpose_rows(const Rows<T>& rows, std::size_t n_classes, T* HWY_RESTRICT to,
                    std::size_t class_stride) {
#if HWY_TARGET != HWY_SCALAR
  const Tag<T> d;
  constexpr std::size_t at_once = 16 / sizeof(T);
  if (n_classes >= at_once) {
    for (std::size_t next = 0; next < n_classes; next += at_once) {
      // The last classes are brought together with some that are there already.
      const std::size_t k = std::min(next, n_classes - at_once);
      for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
        transpose_classes(d, rows, lane, k, to + k * class_stride + lane, class_stride);
      }
    }
    return;
  }
#endif
  for (std::size_t k = 0; k < n_classes; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      to[k * class_stride + lane] = rows.row[lane][k];
    }
  }
}

// float16 that lies in consecutive memory, as float.
inline void convert_halves(const std::byte* from, std::size_t n, float* HWY_RESTRICT to) {
  const Tag<float> d;
  const hn::Rebind<hwy::float16_t, Tag<float>> dh;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    hn::StoreU(
        hn::PromoteTo(d, hn::LoadU(dh, reinterpret_cast<const hwy::float16_t*>(from + 2 * i))), d,
        to + i);
  }
  for (; i < n; ++i) to[i] = half_to_float(load_plain<std::uint16_t>(from + 2 * i, false));
}

// The rows of one member, converted or gathered into scratch where they cannot be read as they lie.
template <class T>
Rows<T> member_rows(const Block<T>& block, std::size_t m) {
  const SampleJob& job = block.job;
  const auto at = [](std::size_t index, std::ptrdiff_t stride) {
    return static_cast<std::ptrdiff_t>(index) * stride;
  };
  const std::byte* first = job.data + at(block.first, job.stride_n) + at(m, job.stride_m);
  const auto item = static_cast<std::ptrdiff_t>(item_size(job.dtype));
  const bool plain = !job.byte_swapped && job.stride_k == item;
  constexpr DType own = sizeof(T) == sizeof(float) ? DType::f32 : DType::f64;
  if (plain && job.dtype == own && job.stride_n > 0 && job.stride_n % item == 0 &&
      reinterpret_cast<std::uintptr_t>(first) % sizeof(T) == 0) {
    return Rows<T>(reinterpret_cast<const T*>(first), static_cast<std::size_t>(job.stride_n / item),
                   block.count);
  }
  T* rows = block.arrays.rows.data();
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::byte* row = first + at(i, job.stride_n);
    T* to = rows + i * job.n_classes;
    if constexpr (sizeof(T) == sizeof(float)) {
      if (plain && job.dtype == DType::f16) {
        convert_halves(row, job.n_classes, to);
        continue;
      }
    }
    for (std::size_t k = 0; k < job.n_classes; ++k) {
      to[k] = static_cast<T>(load_element(row + at(k, job.stride_k), job.dtype, job.byte_swapped));
    }
  }
  return Rows<T>(rows, job.n_classes, block.count);
}

// Neighbouring instances that lie side by side: lanes can be read as they are.
template <class T>
bool load_instances_in_order(const Block<T>& block) {
  const SampleJob& job = block.job;
  constexpr DType own = sizeof(T) == sizeof(float) ? DType::f32 : DType::f64;
  if (job.dtype != own || job.byte_swapped || job.stride_n != sizeof(T)) return false;
  const std::byte* first = job.data + block.first * sizeof(T);
  for (std::size_t k = 0; k < job.n_classes; ++k) {
    for (std::size_t m = 0; m < job.n_members; ++m) {
      T* to = block.arrays.p.data() + (k * job.n_members + m) * block_lanes;
      std::memcpy(to,
                  first + static_cast<std::ptrdiff_t>(k) * job.stride_k +
                      static_cast<std::ptrdiff_t>(m) * job.stride_m,
                  block.count * sizeof(T));
      std::fill(to + block.count, to + block_lanes, to[block.count - 1]);
    }
  }
  return true;
}

// Each vote is a probability of one. Returns false if a label is out of range.
template <class T>
bool load_votes(const Block<T>& block) {
  const SampleJob& job = block.job;
  std::fill(block.arrays.p.begin(), block.arrays.p.end(), T(0));
  bool good = true;
  for (std::size_t m = 0; m < job.n_members; ++m) {
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      const std::size_t i = block.first + std::min(lane, block.count - 1);
      const double label = load_element(job.data + static_cast<std::ptrdiff_t>(i) * job.stride_n +
                                            static_cast<std::ptrdiff_t>(m) * job.stride_m,
                                        job.dtype, job.byte_swapped);
      const bool in_range = label >= 0 && label < static_cast<double>(job.n_classes);
      const std::size_t k = in_range ? static_cast<std::size_t>(label) : 0;
      good = good && in_range && static_cast<double>(k) == label;
      block.arrays.p[(k * job.n_members + m) * block_lanes + lane] = T(1);
    }
  }
  return good;
}

template <class T>
bool load_block(const Block<T>& block) {
  const SampleJob& job = block.job;
  if (job.kind == SampleKind::votes) return load_votes(block);
  if (load_instances_in_order(block)) return true;
  for (std::size_t m = 0; m < job.n_members; ++m) {
    transpose_rows(member_rows(block, m), job.n_classes, block.arrays.p.data() + m * block_lanes,
                   job.n_members * block_lanes);
  }
  return true;
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
