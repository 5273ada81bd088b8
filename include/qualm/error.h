// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace qualm {

/// Whose fault an error is; each front door maps it to one exit code or exception type.
enum class ErrorKind {
  usage,        ///< the caller asked for something that does not exist or does not fit
  data,         ///< the bytes or numbers given to us are not what they should be
  system,       ///< the operating system said no: no such file, disk full
  internal,     ///< an internal error: please report
  interrupted,  ///< the user stopped us
};

/// Names an argument within an error or a note: by its key, as the fields of option structs are
/// called, maybe with the value to give ("true": a switch). spelled() puts it into words.
[[nodiscard]] std::string argument(std::string_view key, std::string_view value = {});

/// How a front door writes an argument: "--input logits", "input='logits'".
using Spelling = std::string (*)(std::string_view key, std::string_view value);
/// As C++ has it: "class_weights", "input=logits", "renormalize".
[[nodiscard]] std::string spell_plainly(std::string_view key, std::string_view value);
/// An error or a note in the words of one front door.
[[nodiscard]] std::string spelled(std::string_view message, Spelling spelling = spell_plainly);

/// The only exception that qualm throws on purpose. The message is one line that names the value,
/// the place (file, row, member, class) and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message)
      : std::runtime_error(spelled(message)), kind_(kind), message_(message) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  /// The key of the argument that the message names first; empty: none.
  [[nodiscard]] std::string argument() const;
  /// For spelled(); what() has it spelled plainly.
  [[nodiscard]] const std::string& message() const noexcept { return message_; }

 private:
  ErrorKind kind_;
  std::string message_;
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
