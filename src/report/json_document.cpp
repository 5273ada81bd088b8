// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"

#include <algorithm>
#include <cmath>

#include "report/json_text.h"

namespace qualm::report {

void JsonDocument::name(std::string_view key) {
  if (levels_.empty()) return;
  if (!levels_.back().is_empty) out_.letter(',');
  levels_.back().is_empty = false;
  if (levels_.size() <= levels_on_lines_) {
    out_.letter('\n');
    out_.text(std::string(levels_.size(), ' '));
  }
  if (levels_.back().is_list) return;
  out_.text(json_string(key));
  out_.letter(':');
}

void JsonDocument::begin(std::string_view key, char bracket) {
  name(key);
  out_.letter(bracket);
  levels_.emplace_back().is_list = bracket == '[';
}

void JsonDocument::close() {
  const std::vector<std::pair<std::string, std::string>> reasons =
      std::move(levels_.back().reasons);
  if (!reasons.empty()) {
    open("reasons");
    for (const auto& [key, reason] : reasons) text(key, reason);
    close();
  }
  levels_.pop_back();
  out_.letter('}');
}

void JsonDocument::close_list() {
  levels_.pop_back();
  out_.letter(']');
}

void JsonDocument::text(std::string_view key, std::string_view value) {
  name(key);
  out_.text(json_string(value));
}

void JsonDocument::texts(std::string_view key, std::span<const std::string> values) {
  name(key);
  out_.text(json_strings(values));
}

void JsonDocument::integer(std::string_view key, std::uint64_t value) {
  name(key);
  out_.integer(value);
}

void JsonDocument::boolean(std::string_view key, bool value) {
  name(key);
  out_.text(value ? "true" : "false");
}

void JsonDocument::null(std::string_view key) {
  name(key);
  out_.text("null");
}

void JsonDocument::finite_or_null(double value) {
  if (std::isfinite(value)) {
    out_.number(value);
  } else {
    out_.text("null");
  }
}

void JsonDocument::number(std::string_view key, double value, std::string_view reason) {
  name(key);
  finite_or_null(value);
  if (!std::isfinite(value) && !reason.empty()) levels_.back().reasons.emplace_back(key, reason);
}

void JsonDocument::numbers(std::string_view key, std::span<const double> values,
                           std::string_view reason) {
  name(key);
  out_.letter('[');
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out_.letter(',');
    finite_or_null(values[i]);
  }
  out_.letter(']');
  const bool has_null =
      std::any_of(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
  if (has_null && !reason.empty()) levels_.back().reasons.emplace_back(key, reason);
}

void JsonDocument::figure(std::string_view key, const Figure& figure) {
  number(key, figure.value);
  if (!figure.is_defined()) levels_.back().reasons.emplace_back(key, figure.undefined);
}

void JsonDocument::interval(std::string_view key, const Interval& interval) {
  if (interval.is_defined()) {
    numbers(key, std::vector{interval.low, interval.high});
  } else {
    figure(key, {interval.low, interval.undefined});
  }
}

void JsonDocument::estimate(std::string_view key, const Estimate& estimate, bool several_runs) {
  figure(key, estimate.value);
  if (several_runs) figure(std::string(key) + "_std", estimate.std);
}

}  // namespace qualm::report
