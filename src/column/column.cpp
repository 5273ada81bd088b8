// SPDX-License-Identifier: Apache-2.0
#include "qualm/column.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <mutex>
#include <new>
#include <set>
#include <system_error>

#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm {
namespace {

/// Shorter ones are not worth a file, nor counting.
constexpr std::size_t long_column = std::size_t{1} << 16U;

constexpr std::size_t longest_of_small_pages = std::size_t{1} << 23U;

std::atomic<std::uint64_t> limit = std::numeric_limits<std::uint64_t>::max();
std::atomic<std::uint64_t> in_memory = 0;

// Those that lie in files: few, as they are long.
std::mutex guard;
std::set<const void*>& mapped() {
  static std::set<const void*> all;
  return all;
}

[[noreturn]] void throw_no_room(std::size_t n_bytes, const std::string& folder, int error_number) {
  throw_system(fmt::format(
      "no room for {} bytes of scores in {}: {}; set TMPDIR to a folder with "
      "more room, or raise {}",
      n_bytes, folder, std::generic_category().message(error_number), argument("memory", "16GB")));
}

void* map_file(std::size_t n_bytes) {
  const std::string folder = sys::temporary_folder();
  const int file = sys::unnamed_file(folder);
  if (file < 0) throw_no_room(n_bytes, folder, errno);
  // Room now: a page without room would end the process when it is written.
  if (const int error = sys::reserve_room(file, n_bytes); error != 0) {
    ::close(file);
    throw_no_room(n_bytes, folder, error);
  }
  void* const memory = ::mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int error = errno;
  ::close(file);
  if (memory == MAP_FAILED) throw_no_room(n_bytes, folder, error);
  return memory;
}

bool takes_memory(std::size_t n_bytes) noexcept {
  std::uint64_t taken = in_memory.load();
  do {
    if (taken + n_bytes > limit.load()) return false;
  } while (!in_memory.compare_exchange_weak(taken, taken + n_bytes));
  return true;
}

}  // namespace

void set_column_memory(std::uint64_t n_bytes) noexcept {
  limit = n_bytes;
}

std::uint64_t column_memory() noexcept {
  return limit;
}

namespace detail {

void* allocate_column(std::size_t n_bytes) {
  if (n_bytes < long_column) return ::operator new(n_bytes);
  if (takes_memory(n_bytes)) {
    void* const memory = ::operator new(n_bytes);
    // Half of the time that it took to fill a column was the system's, for its pages.
    if (n_bytes >= longest_of_small_pages) sys::prefer_large_pages(memory, n_bytes);
    return memory;
  }
  void* const memory = map_file(n_bytes);
  const std::lock_guard lock(guard);
  mapped().insert(memory);
  return memory;
}

void release_column(void* memory, std::size_t n_bytes) noexcept {
  if (n_bytes >= long_column) {
    const std::lock_guard lock(guard);
    if (mapped().erase(memory) > 0) {
      ::munmap(memory, n_bytes);
      return;
    }
    in_memory -= n_bytes;
  }
  ::operator delete(memory);
}

}  // namespace detail
}  // namespace qualm
