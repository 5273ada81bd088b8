// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace qualm {

/// Memory limit for all long columns of this process together, in bytes. Columns beyond it are
/// stored in unnamed temporary files that end with the process. Default: no limit. Columns that
/// exist stay where they are. No result depends on it.
void set_column_memory(std::uint64_t n_bytes) noexcept;
/// The limit.
[[nodiscard]] std::uint64_t column_memory() noexcept;

namespace detail {
/// Throws system if a temporary file is needed and has no room.
[[nodiscard]] void* allocate_column(std::size_t n_bytes);
void release_column(void* memory, std::size_t n_bytes) noexcept;
}  // namespace detail

template <class T>
struct ColumnAllocator {
  using value_type = T;

  ColumnAllocator() = default;
  template <class Other>
  ColumnAllocator(const ColumnAllocator<Other>& /*other*/) noexcept {}  // NOLINT: as allocators do

  [[nodiscard]] T* allocate(std::size_t n) {
    return static_cast<T*>(detail::allocate_column(n * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t n) noexcept {
    detail::release_column(memory, n * sizeof(T));
  }
  /// Leaves new entries uninitialized: code that writes all of them does not wait for zeros.
  template <class U>
  void construct(U* entry) noexcept {
    ::new (static_cast<void*>(entry)) U;
  }
  template <class U, class... Values>
  void construct(U* entry, Values&&... values) {
    ::new (static_cast<void*>(entry)) U(std::forward<Values>(values)...);
  }
  friend bool operator==(const ColumnAllocator&, const ColumnAllocator&) noexcept { return true; }
};

/// One value per row, or per distinct score: an array whose length is that of the data, in memory
/// or in a temporary file. Column(n) and resize(n) leave new entries without a value.
template <class T>
using Column = std::vector<T, ColumnAllocator<T>>;

}  // namespace qualm
