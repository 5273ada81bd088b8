// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "qualm/error.h"

namespace qualm::cli {

struct ExitCode {
  int code;
  std::string_view meaning;
};

inline constexpr ExitCode exit_codes[] = {
    {0, "done; also when the reader of a pipe went away"},
    {1, "a check said no"},
    {2, "wrong command line"},
    {3, "bad data"},
    {4, "the system failed: no such file, disk full, out of memory"},
    {70, "internal error, please report"},
    {130, "interrupted"},
};

constexpr int exit_code(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::data:
      return 3;
    case ErrorKind::system:
      return 4;
    case ErrorKind::interrupted:
      return 130;
    case ErrorKind::internal:
      break;
  }
  return 70;
}

}  // namespace qualm::cli
