// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace qualm {

/// The kind of an error; each interface maps it to an exit code or an exception type.
enum class ErrorKind {
  usage,        ///< invalid arguments: they do not exist or do not fit together
  data,         ///< invalid input data
  system,       ///< an error of the operating system: no such file, disk full
  internal,     ///< internal error, please report
  interrupted,  ///< cancelled by the user
};

/// Marks an argument in the text of an error or note: its key (the field name in the option
/// structs) and optionally the value to give ("true" for a switch). spelled() replaces the mark.
[[nodiscard]] std::string argument(std::string_view key, std::string_view value = {});

/// How an interface spells an argument: "--input logits", "input='logits'".
using Spelling = std::string (*)(std::string_view key, std::string_view value);
/// C++ spelling: "class_weights", "input=logits", "renormalize".
[[nodiscard]] std::string spell_plainly(std::string_view key, std::string_view value);
/// The text of an error or note with arguments in the spelling of one interface.
[[nodiscard]] std::string spelled(std::string_view message, Spelling spelling = spell_plainly);

/// The only exception type that qualm throws. The message is one line that names the value,
/// the place (file, row, member, class) and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message)
      : std::runtime_error(spelled(message)), kind_(kind), message_(message) {}

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  /// The key of the argument that the message names first; empty: none.
  [[nodiscard]] std::string argument() const;
  /// The text with marks, for spelled(); what() has the C++ spelling.
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
