// SPDX-License-Identifier: Apache-2.0
// Copies the numbers of up to block_lanes instances into lanes: p[k][m][lane].
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

// Where the classes of each instance lie side by side.
template <class T>
struct Rows {
  using Element = T;

  const T* first;
  std::ptrdiff_t stride;

  [[nodiscard]] HWY_INLINE const T* operator[](std::size_t i) const {
    return first + static_cast<std::ptrdiff_t>(i) * stride;
  }
};

// The same of fewer instances than there are lanes: those beyond the last one repeat it.
template <class T>
struct FewRows {
  using Element = T;

  Rows<T> rows;
  std::size_t count;

  [[nodiscard]] HWY_INLINE const T* operator[](std::size_t i) const {
    return rows[std::min(i, count - 1)];
  }
};

#if HWY_TARGET != HWY_SCALAR
// A vector whose 128-bit pieces hold consecutive classes of instances i, i + step, i + 2 step, ...
template <class D, class AnyRows>
HWY_INLINE Vec<D> load_pieces(D d, const AnyRows& rows, std::size_t i, std::size_t k) {
  constexpr std::size_t step = 16 / sizeof(hn::TFromD<D>);
  if constexpr (hn::MaxLanes(D()) <= step) {
    return hn::LoadU(d, rows[i] + k);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_pieces(half, rows, i + hn::Lanes(half), k),
                       load_pieces(half, rows, i, k));
  }
}

// Transposes 16/sizeof(T) classes of as many instances as there are lanes, within 128-bit pieces.
template <class D, class AnyRows>
HWY_INLINE void transpose_classes(D d, const AnyRows& rows, std::size_t k, float* HWY_RESTRICT to,
                                  std::size_t class_stride) {
  const hn::Repartition<double, D> pairs;
  const auto row0 = load_pieces(d, rows, 0, k), row1 = load_pieces(d, rows, 1, k);
  const auto row2 = load_pieces(d, rows, 2, k), row3 = load_pieces(d, rows, 3, k);
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, row0, row1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, row2, row3));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, row0, row1));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, row2, row3));
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)), d, to);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)), d, to + class_stride);
  hn::Store(hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)), d, to + 2 * class_stride);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23)), d, to + 3 * class_stride);
}

template <class D, class AnyRows>
HWY_INLINE void transpose_classes(D d, const AnyRows& rows, std::size_t k, double* HWY_RESTRICT to,
                                  std::size_t class_stride) {
  const auto row0 = load_pieces(d, rows, 0, k), row1 = load_pieces(d, rows, 1, k);
  hn::Store(hn::InterleaveLower(d, row0, row1), d, to);
  hn::Store(hn::InterleaveUpper(d, row0, row1), d, to + class_stride);
}
#endif  // vectors

// The rows of one member into lanes; `to` is where its lanes start.
template <class AnyRows, class T = typename AnyRows::Element>
void transpose(const AnyRows& rows, std::size_t n_classes, T* HWY_RESTRICT to,
               std::size_t class_stride) {
#if HWY_TARGET != HWY_SCALAR
  const Tag<T> d;
  constexpr std::size_t at_once = 16 / sizeof(T);
  if (n_classes >= at_once) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      // Addresses stay in registers: a third fewer instructions than multiples of the stride.
      std::array<const T*, hn::MaxLanes(Tag<T>())> row;
      for (std::size_t i = 0; i < row.size(); ++i) row[i] = rows[lane + i];
      T* HWY_RESTRICT at = to + lane;
      const std::size_t last = n_classes - at_once;
      for (std::size_t k = 0; k <= last; k += at_once, at += at_once * class_stride) {
        transpose_classes(d, row, k, at, class_stride);
      }
      // The last classes are brought together with some that are there already.
      if (n_classes % at_once != 0) {
        transpose_classes(d, row, last, to + last * class_stride + lane, class_stride);
      }
    }
    return;
  }
#endif
  for (std::size_t k = 0; k < n_classes; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      to[k * class_stride + lane] = rows[lane][k];
    }
  }
}

template <class T>
void transpose_rows(const Rows<T>& rows, std::size_t count, std::size_t n_classes, T* to,
                    std::size_t class_stride) {
  if (count == block_lanes) {
    transpose(rows, n_classes, to, class_stride);
  } else {
    transpose(FewRows<T>{rows, count}, n_classes, to, class_stride);
  }
}

// The last vector overlaps the one before: one number at a time takes ten times as long. False if
// there are fewer numbers than lanes.
template <class D>
HWY_INLINE bool convert_vectors(D d, const std::byte* from, std::size_t n, float* HWY_RESTRICT to) {
  const std::size_t n_lanes = hn::Lanes(d);
  if (n < n_lanes) return false;
  const hn::Rebind<hwy::float16_t, D> halves;
  const auto convert = [&](std::size_t i) QUALM_INLINE_LAMBDA {
    const auto* at = reinterpret_cast<const hwy::float16_t*>(from + 2 * i);
    hn::StoreU(hn::PromoteTo(d, hn::LoadU(halves, at)), d, to + i);
  };
  for (std::size_t i = 0; i + n_lanes <= n; i += n_lanes) convert(i);
  if (n % n_lanes != 0) convert(n - n_lanes);
  return true;
}

// float16 that lies in consecutive memory, as float.
inline void convert_halves(const std::byte* from, std::size_t n, float* HWY_RESTRICT to) {
  if (convert_vectors(Tag<float>(), from, n, to) ||
      convert_vectors(hn::CappedTag<float, 8>(), from, n, to) ||
      convert_vectors(hn::CappedTag<float, 4>(), from, n, to)) {
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    to[i] = half_to_float(load_plain<std::uint16_t>(from + 2 * i, false));
  }
}

// Where an element lies.
inline const std::byte* element(const SampleJob& job, std::size_t i, std::size_t m, std::size_t k) {
  return job.data + static_cast<std::ptrdiff_t>(i) * job.stride_n +
         static_cast<std::ptrdiff_t>(m) * job.stride_m +
         static_cast<std::ptrdiff_t>(k) * job.stride_k;
}

template <class T>
inline constexpr DType lane_dtype = sizeof(T) == sizeof(float) ? DType::f32 : DType::f64;

// True if the rows of all members can be read as they lie.
template <class T>
bool rows_lie_ready(const SampleJob& job) {
  constexpr auto item = static_cast<std::ptrdiff_t>(sizeof(T));
  return job.dtype == lane_dtype<T> && !job.byte_swapped && job.stride_k == item &&
         job.stride_n > 0 && job.stride_n % item == 0 && job.stride_m % item == 0 &&
         reinterpret_cast<std::uintptr_t>(job.data) % sizeof(T) == 0;
}

template <class T>
Rows<T> rows_in_place(const SampleJob& job, std::size_t i, std::size_t m, std::size_t k) {
  return {reinterpret_cast<const T*>(element(job, i, m, k)),
          job.stride_n / static_cast<std::ptrdiff_t>(sizeof(T))};
}

// The classes of a tile of member m's rows, converted or gathered into scratch.
template <class T>
Rows<T> gather_rows(const Block<T>& block, std::size_t m) {
  const SampleJob& job = block.job;
  const std::size_t n_classes = block.end_class - block.first_class;
  T* rows = block.arrays.rows.data();
  for (std::size_t i = 0; i < block.count; ++i) {
    T* to = rows + i * n_classes;
    if constexpr (sizeof(T) == sizeof(float)) {
      if (job.dtype == DType::f16 && !job.byte_swapped && job.stride_k == 2) {
        convert_halves(element(job, block.first + i, m, block.first_class), n_classes, to);
        continue;
      }
    }
    const std::byte* from = element(job, block.first + i, m, block.first_class);
    if (sizeof(T) == sizeof(double) && job.dtype == DType::f32 && !job.byte_swapped) {
      for (std::size_t k = 0; k < n_classes; ++k, from += job.stride_k) {
        to[k] = static_cast<T>(load_plain<float>(from, false));
      }
      continue;
    }
    for (std::size_t k = 0; k < n_classes; ++k, from += job.stride_k) {
      to[k] = static_cast<T>(load_element(from, job.dtype, job.byte_swapped));
    }
  }
  return {rows, static_cast<std::ptrdiff_t>(n_classes)};
}

// Neighbouring instances that lie side by side: lanes can be read as they are.
template <class T>
bool load_instances_in_order(const Block<T>& block) {
  const SampleJob& job = block.job;
  if (job.dtype != lane_dtype<T> || job.byte_swapped || job.stride_n != sizeof(T)) return false;
  for (std::size_t k = block.first_class; k < block.end_class; ++k) {
    for (std::size_t m = 0; m < job.n_members; ++m) {
      T* to = block.probabilities(k) + m * block_lanes;
      std::memcpy(to, element(job, block.first, m, k), block.count * sizeof(T));
      std::fill(to + block.count, to + block_lanes, to[block.count - 1]);
    }
  }
  return true;
}

// Members that lie side by side within classes that do: the numbers of an instance are in the order
// of the lanes.
template <class T>
bool load_members_in_order(const Block<T>& block) {
  const SampleJob& job = block.job;
  constexpr auto item = static_cast<std::ptrdiff_t>(sizeof(T));
  if (job.dtype != lane_dtype<T> || job.byte_swapped || job.stride_m != item ||
      job.stride_k != static_cast<std::ptrdiff_t>(job.n_members) * item || job.stride_n <= 0 ||
      job.stride_n % item != 0 || reinterpret_cast<std::uintptr_t>(job.data) % sizeof(T) != 0) {
    return false;
  }
  transpose_rows(rows_in_place<T>(job, block.first, 0, block.first_class), block.count,
                 (block.end_class - block.first_class) * job.n_members,
                 block.probabilities(block.first_class), block_lanes);
  return true;
}

// The classes of a tile.
template <class T>
void load_tile(const Block<T>& block) {
  if (load_instances_in_order(block) || load_members_in_order(block)) return;
  const SampleJob& job = block.job;
  const std::size_t n_classes = block.end_class - block.first_class;
  const std::size_t class_stride = job.n_members * block_lanes;
  T* to = block.probabilities(block.first_class);
  const bool is_ready = rows_lie_ready<T>(job);
  for (std::size_t m = 0; m < job.n_members; ++m, to += block_lanes) {
    const Rows<T> rows =
        is_ready ? rows_in_place<T>(job, block.first, m, block.first_class) : gather_rows(block, m);
    transpose_rows(rows, block.count, n_classes, to, class_stride);
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
