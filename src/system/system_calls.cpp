// SPDX-License-Identifier: Apache-2.0
#include "system/system_calls.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#ifdef __linux__
#include <link.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/random.h>
#endif

namespace qualm::sys {
namespace {

#ifdef __linux__
// About the whole pages of some memory.
void advise(void* memory, std::size_t n_bytes, int advice) noexcept {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (std::align(page, 1, memory, n_bytes) != nullptr) ::madvise(memory, n_bytes, advice);
}
#endif

#ifndef __linux__
// Another thread that forks between two calls may inherit it: the price of the fallback.
int closed_on_exec(int descriptor) noexcept {
  if (descriptor >= 0) ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}
#endif

}  // namespace

unsigned available_cores() noexcept {
#ifdef __linux__
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&cores)));
  }
#endif
  return std::max(1U, std::thread::hardware_concurrency());
}

std::uint64_t available_memory() {
  std::uint64_t least = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    // "max", and no file, say nothing.
    if (std::ifstream(path) >> limit && limit > 0) least = std::min(least, limit);
  }
  return least;
}

void prefer_large_pages([[maybe_unused]] void* memory,
                        [[maybe_unused]] std::size_t n_bytes) noexcept {
#ifdef __linux__
  advise(memory, n_bytes, MADV_HUGEPAGE);
#endif
}

void provide_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t n_bytes) noexcept {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
  advise(memory, n_bytes, MADV_POPULATE_WRITE);
#endif
}

bool random_bytes(std::span<std::byte> bytes) noexcept {
#ifdef __linux__
  while (!bytes.empty()) {
    const ssize_t count = ::getrandom(bytes.data(), bytes.size(), 0);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
#else
  constexpr std::size_t most = 256;  // of one call of getentropy
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), most);
    if (::getentropy(bytes.data(), count) != 0) return false;
    bytes = bytes.subspan(count);
  }
  return true;
#endif
}

bool make_pipe(int& read_end, int& write_end) noexcept {
  int ends[2];
#ifdef __linux__
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
#else
  if (::pipe(ends) != 0) return false;
  closed_on_exec(ends[0]);
  closed_on_exec(ends[1]);
#endif
  read_end = ends[0];
  write_end = ends[1];
  return true;
}

int unnamed_file(const std::string& folder) noexcept {
  std::string name = folder + "/qualm-XXXXXX";
#ifdef __linux__
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
#else
  const int descriptor = closed_on_exec(::mkstemp(name.data()));
#endif
  if (descriptor >= 0) ::unlink(name.c_str());
  return descriptor;
}

int memory_file([[maybe_unused]] const char* name) noexcept {
#ifdef __linux__
  return ::memfd_create(name, MFD_CLOEXEC);
#else
  return unnamed_file(temporary_folder());
#endif
}

int reserve_room(int descriptor, std::size_t n_bytes) noexcept {
#ifdef __linux__
  return ::posix_fallocate(descriptor, 0, static_cast<off_t>(n_bytes));
#else
  constexpr char zeros[1 << 16] = {};
  for (std::size_t done = 0; done < n_bytes;) {
    const ssize_t count = ::write(descriptor, zeros, std::min(sizeof zeros, n_bytes - done));
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return 0;
#endif
}

int stream_socket(int family) noexcept {
#ifdef __linux__
  return ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  return closed_on_exec(::socket(family, SOCK_STREAM, 0));
#endif
}

void send_at_once(int socket, std::string_view bytes) noexcept {
#ifdef MSG_NOSIGNAL
  constexpr int no_signal = MSG_NOSIGNAL;
#else
  constexpr int no_signal = 0;
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  ::send(socket, bytes.data(), bytes.size(), no_signal | MSG_DONTWAIT);
}

std::string path_of_descriptor(int descriptor) {
#ifdef __linux__
  return "/proc/self/fd/" + std::to_string(descriptor);
#else
  return "/dev/fd/" + std::to_string(descriptor);
#endif
}

std::string own_program() {
#ifdef __linux__
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
#elif defined(__APPLE__)
  std::string path(4096, '\0');
  auto size = static_cast<std::uint32_t>(path.size());
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return {};
  path.resize(path.find('\0'));
  return path;
#else
  return {};
#endif
}

bool loads_libraries() noexcept {
#ifdef __linux__
  // The first one named is the program itself: who loads libraries for it is in its headers.
  const auto has_loader = [](dl_phdr_info* program, std::size_t, void*) {
    const std::span headers(program->dlpi_phdr, program->dlpi_phnum);
    return std::ranges::any_of(headers, [](const auto& each) { return each.p_type == PT_INTERP; })
               ? 1
               : 2;
  };
  return ::dl_iterate_phdr(has_loader, nullptr) == 1;
#else
  return true;
#endif
}

void die_with_parent() noexcept {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void limit_more_memory([[maybe_unused]] std::uint64_t bytes) noexcept {
#ifdef __linux__
  std::uint64_t n_pages = 0;
  std::ifstream("/proc/self/statm") >> n_pages;
  if (n_pages == 0) return;
  const rlim_t most = n_pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
}

std::string temporary_folder() {
  // Nobody in this process writes the environment while we read it.
  const char* const wanted = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  return wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
}

}  // namespace qualm::sys
