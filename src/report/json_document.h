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

/// Writes one JSON document value by value. A number that does not exist is null, and the object
/// that holds it gets a last key "reasons" that says why, by key. An empty key: an entry of a list.
class JsonDocument {
 public:
  explicit JsonDocument(io::Sink& sink) : out_(sink) {}

  void open(std::string_view key = {}) { begin(key, '{'); }
  void close();
  void open_list(std::string_view key) { begin(key, '['); }
  void close_list();
  /// After the last close: the line end.
  void end();

  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, std::span<const std::string> values);
  void integer(std::string_view key, std::uint64_t value);
  void boolean(std::string_view key, bool value);
  void null(std::string_view key);
  void number(std::string_view key, double value);  ///< null unless finite
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
    bool is_empty = true;
    std::vector<std::pair<std::string, std::string>> reasons;
  };
  TextBuffer out_;
  std::vector<Level> levels_;
};

}  // namespace qualm::report
