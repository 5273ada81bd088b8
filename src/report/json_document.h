// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qualm/analysis/estimate.h"
#include "report/text_buffer.h"

namespace qualm::report {

enum class JsonLayout { document, lines };

/// Writes JSON value by value: one document, or a line per object. A number that does not exist is
/// null, and the object that holds it gets a last key "reasons" that says why, by key. Entries of a
/// list have no key.
class JsonDocument {
 public:
  explicit JsonDocument(io::Sink& sink, JsonLayout layout = JsonLayout::document)
      : out_(sink), levels_on_lines_(layout == JsonLayout::document ? 3 : 0) {}

  void open(std::string_view key = {}) { begin(key, '{'); }
  void close();
  void open_list(std::string_view key) { begin(key, '['); }
  void close_list();
  /// After each outermost object: the line end.
  void end_line() { out_.letter('\n'); }
  /// After the last line.
  void flush() { out_.flush(); }
  /// After a document.
  void end() {
    end_line();
    flush();
  }

  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, std::span<const std::string> values);
  void integer(std::string_view key, std::uint64_t value);
  void boolean(std::string_view key, bool value);
  void null(std::string_view key);
  /// Null unless finite; `reason` says why, where that can be.
  void number(std::string_view key, double value, std::string_view reason = {});
  /// What is not finite is null; `reason` says why, where that can be.
  void numbers(std::string_view key, std::span<const double> values, std::string_view reason = {});
  void figure(std::string_view key, const Figure& figure);
  /// [low, high], or null and a reason.
  void interval(std::string_view key, const Interval& interval);
  /// The value, and for several runs "<key>_std".
  void estimate(std::string_view key, const Estimate& estimate, bool several_runs);

 private:
  void begin(std::string_view key, char bracket);
  void name(std::string_view key);
  void finite_or_null(double value);

  struct Level {
    bool is_list = false, is_empty = true;
    std::vector<std::pair<std::string, std::string>> reasons;
  };
  TextBuffer out_;
  std::size_t levels_on_lines_;  // deeper values stay on the line of their object
  std::vector<Level> levels_;
};

}  // namespace qualm::report
