// SPDX-License-Identifier: Apache-2.0
#include "server/parameters.h"

#include <cmath>
#include <functional>

#include "error/choose.h"
#include "error/number_text.h"
#include "qualm/error.h"

namespace qualm::server {
namespace {

using page::RowQuery;

constexpr std::size_t most_rows = 10'000, most_rows_class_by_class = 200;

double parse_finite(const std::string& name, std::string_view text) {
  const auto value = parse_exactly<double>(text);
  if (!value || !std::isfinite(*value)) throw_usage(name + " is not a number");
  return *value;
}

std::vector<double> parse_numbers(const std::string& name, std::string_view text) {
  std::vector<double> values;
  while (true) {
    const std::size_t comma = text.find(',');
    values.push_back(parse_finite(name, text.substr(0, comma)));
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

bool parse_flag(const std::string& name, const std::string& text) {
  if (text != "0" && text != "1") throw_usage(name + " is neither 0 nor 1");
  return text == "1";
}

RowQuery::Part parse_part(const std::string& text) {
  return static_cast<RowQuery::Part>(choose("part", text, {"all", "rejected", "kept"}));
}

RowQuery::Box parse_box(const std::string& text) {
  const std::vector<double> ends = parse_numbers("box", text);
  if (ends.size() != 4) throw_usage("box does not have four numbers");
  return {"variance", {ends[0], ends[1]}, {ends[2], ends[3]}};
}

std::uint32_t parse_class(const std::string& name, const std::string& text) {
  return static_cast<std::uint32_t>(parse_whole(name, text));
}

using Take = std::function<void(RowQuery&, const std::string&)>;
const std::map<std::string, Take>& takers() {
  static const std::map<std::string, Take> all = {
      {"sort", [](auto& q, const auto& text) { q.sort = text; }},
      {"ascending", [](auto& q, const auto& text) { q.ascending = parse_flag("ascending", text); }},
      {"ofClass", [](auto& q, const auto& text) { q.of_class = parse_whole("ofClass", text); }},
      {"weights", [](auto& q, const auto& text) { q.class_weights = parse_weights(text); }},
      {"set", [](auto& q, const auto& text) { q.set = parse_whole("set", text); }},
      {"row", [](auto& q, const auto& text) { q.row = parse_whole("row", text); }},
      {"predicted",
       [](auto& q, const auto& text) { q.predicted = parse_class("predicted", text); }},
      {"label", [](auto& q, const auto& text) { q.label = parse_class("label", text); }},
      {"wrong", [](auto& q, const auto& text) { q.wrong = parse_flag("wrong", text); }},
      {"part", [](auto& q, const auto& text) { q.part = parse_part(text); }},
      {"rejectedBy", [](auto& q, const auto& text) { q.rejected_by = text; }},
      {"portion", [](auto& q, const auto& text) { q.portion = parse_finite("portion", text); }},
      {"box", [](auto& q, const auto& text) { q.box = parse_box(text); }},
      {"family", [](auto&, const auto&) {}},  // of the box, below
      {"first", [](auto& q, const auto& text) { q.first = parse_whole("first", text); }},
      {"count", [](auto& q, const auto& text) { q.count = parse_whole("count", text); }},
      {"classByClass",
       [](auto& q, const auto& text) { q.class_by_class = parse_flag("classByClass", text); }},
  };
  return all;
}

}  // namespace

std::size_t parse_whole(const std::string& name, const std::string& text) {
  const auto value = parse_exactly<std::uint32_t>(text);
  if (!value) throw_usage(name + " is not a whole number");
  return *value;
}

std::vector<double> parse_weights(const std::string& text) {
  return text.empty() ? std::vector<double>{} : parse_numbers("weights", text);
}

RowQuery parse_row_query(const Parameters& parameters) {
  RowQuery query;
  for (const auto& [name, text] : parameters) {
    const auto taker = takers().find(name);
    if (taker == takers().end()) throw_usage("unknown parameter of rows: " + name);
    taker->second(query, text);
  }
  if (query.box && parameters.contains("family")) {
    query.box->measure = parameters.at("family");
  }
  const std::size_t most = query.class_by_class ? most_rows_class_by_class : most_rows;
  if (query.count > most) throw_usage("count is too great");
  return query;
}

}  // namespace qualm::server
