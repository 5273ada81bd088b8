// SPDX-License-Identifier: Apache-2.0
#include "system/sandbox.h"

#include <sys/resource.h>

#include <cerrno>
#include <csignal>

#if defined(__linux__) && __has_include(<linux/landlock.h>)
#define QUALM_HAS_LANDLOCK
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace qualm::sys {
namespace {

// Files keep the size they have, and a write is an error instead of a signal that kills.
bool forbid_growing_files() noexcept {
  const rlimit none{0, 0};
  return std::signal(SIGXFSZ, SIG_IGN) != SIG_ERR && ::setrlimit(RLIMIT_FSIZE, &none) == 0;
}

#ifdef QUALM_HAS_LANDLOCK

// The system calls have no wrappers in glibc.
long landlock_version() noexcept {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// All rights to files that a kernel of this version knows: one it does not know is an error.
std::uint64_t all_rights(long version) noexcept {
  std::uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;  // version 1
  if (version >= 2) rights |= std::uint64_t{1} << 13U;             // links to other folders
  if (version >= 3) rights |= std::uint64_t{1} << 14U;             // truncation
  if (version >= 5) rights |= std::uint64_t{1} << 15U;             // ioctl of devices
  return rights;
}

bool allow_reading(int ruleset, const std::string& path) noexcept {
  landlock_path_beneath_attr rule{};
  rule.parent_fd = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return true;  // there is nothing to read
  struct stat status {};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
  if (::fstat(rule.parent_fd, &status) == 0 && S_ISDIR(status.st_mode)) {
    rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  }
  const bool added =
      ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  ::close(rule.parent_fd);
  return added;
}

bool restrict_to(std::span<const std::string> readable) noexcept {
  landlock_ruleset_attr rights{};
  rights.handled_access_fs = all_rights(landlock_version());
  const long made =
      ::syscall(SYS_landlock_create_ruleset, &rights, sizeof rights.handled_access_fs, 0);
  if (made < 0) return false;
  const int ruleset = static_cast<int>(made);
  bool done = true;
  for (const std::string& path : readable) done = done && allow_reading(ruleset, path);
  done = done && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return done;
}

#else

long landlock_version() noexcept {
  return -1;
}
bool restrict_to(std::span<const std::string> /*readable*/) noexcept {
  return false;
}

#endif

}  // namespace

bool can_confine_reading() noexcept {
  return landlock_version() >= 1;
}

bool confine_files(std::span<const std::string> readable) noexcept {
  return forbid_growing_files() && (!can_confine_reading() || restrict_to(readable));
}

std::span<const std::string> system_files() {
  static const std::string paths[] = {
      "/usr",          "/lib",          "/lib64",       "/etc/ld.so.cache", "/sys/devices/system",
      "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm", "/dev/urandom"};
  return paths;
}

}  // namespace qualm::sys
