// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "io/csv_number.h"

namespace qualm::io {

/// Reads one JSON text (RFC 8259) from left to right, without recursion. What is not JSON throws
/// data: place, what was expected, what stands there.
class JsonScanner {
 public:
  static constexpr std::size_t most_levels = 64;

  /// `place` is asked where the text is when an error is thrown.
  explicit JsonScanner(std::function<std::string()> place) : place_(std::move(place)) {}

  /// Starts anew. `text` must outlive what is read of it.
  void start(std::string_view text) noexcept;

  /// The first letter of what comes next; '\0' at the end.
  [[nodiscard]] char peek() noexcept;
  /// True, and past it, if this letter comes next.
  [[nodiscard]] bool take(char letter) noexcept;
  void expect(char letter);
  void expect_end();

  /// A text without its quotes and escapes, valid until the next start().
  [[nodiscard]] std::string_view text();
  [[nodiscard]] TextNumber number();
  /// Any value, as it is written. Throws if it has more than most_levels.
  [[nodiscard]] std::string_view value();

  [[noreturn]] void fail(const std::string& what) const;

 private:
  [[noreturn]] void fail_at(std::string_view expected) const;
  [[nodiscard]] char32_t code_unit();
  void word();

  std::function<std::string()> place_;
  std::string_view text_;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string unescaped_;
};

}  // namespace qualm::io
