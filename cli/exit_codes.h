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
    {0, "success; also if the reader of a pipe closes it"},
    {1, "a check failed"},
    {2, "wrong command line"},
    {3, "bad data"},
    {4, "system error: no such file, disk full, out of memory"},
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
