// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace qualm {

/// Whose fault an error is; each front door maps it to one exit code or exception type.
enum class ErrorKind {
  usage,        ///< the caller asked for something that does not exist or does not fit
  data,         ///< the bytes or numbers given to us are not what they should be
  system,       ///< the operating system said no: no such file, disk full
  internal,     ///< an internal error: please report
  interrupted,  ///< the user stopped us
};

/// The only exception that qualm throws on purpose. The message is one line that names the value,
/// the place (file, row, member, class) and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

[[noreturn]] inline void throw_usage(const std::string& message) {
  throw Error(ErrorKind::usage, message);
}
[[noreturn]] inline void throw_data(const std::string& message) {
  throw Error(ErrorKind::data, message);
}
[[noreturn]] inline void throw_system(const std::string& message) {
  throw Error(ErrorKind::system, message);
}

}  // namespace qualm
