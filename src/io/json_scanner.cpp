// SPDX-License-Identifier: Apache-2.0
#include "io/json_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/text.h"
#include "io/utf8.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

bool is_json_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void JsonScanner::start(std::string_view text) noexcept {
  text_ = text;
  at_ = text.data();
  end_ = at_ + text.size();
  unescaped_.clear();
}

void JsonScanner::fail(const std::string& what) const {
  throw_data(fmt::format("{}: {}", place_(), what));
}

void JsonScanner::fail_at(std::string_view expected) const {
  if (at_ == end_) {
    fail(fmt::format("ends where {} is expected; write one JSON value per line", expected));
  }
  fail(fmt::format("is not JSON at character {}: {} is expected, not {}", at_ - text_.data() + 1,
                   expected, in_quotes({at_, static_cast<std::size_t>(end_ - at_)})));
}

char JsonScanner::peek() noexcept {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  return at_ == end_ ? '\0' : *at_;
}

bool JsonScanner::take(char letter) noexcept {
  if (peek() != letter || at_ == end_) return false;
  ++at_;
  return true;
}

void JsonScanner::expect(char letter) {
  if (!take(letter)) fail_at(std::string_view(&letter, 1));
}

void JsonScanner::expect_end() {
  static_cast<void>(peek());
  if (at_ != end_) fail_at("the end");
}

char32_t JsonScanner::code_unit() {
  unsigned unit = 0;
  const char* const last = at_ + std::min<std::ptrdiff_t>(4, end_ - at_);
  if (std::from_chars(at_, last, unit, 16).ptr != at_ + 4) fail_at("four hexadecimal digits");
  at_ += 4;
  return unit;
}

std::string_view JsonScanner::text() {
  expect('"');
  const char* const first = at_;
  const auto special = [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
  };
  at_ = std::find_if(at_, end_, special);
  if (at_ != end_ && *at_ == '"') return {first, static_cast<std::size_t>(at_++ - first)};

  // Texts point into it: it must not move.
  if (unescaped_.capacity() < text_.size()) unescaped_.reserve(text_.size());
  const std::size_t begin = unescaped_.size();
  unescaped_.append(first, at_);
  while (at_ != end_ && *at_ != '"') {
    if (*at_++ != '\\') {
      --at_;
      fail_at("a letter or an escape");
    }
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    const char letter = at_ == end_ ? '\0' : *at_++;
    if (const auto known = letters.find(letter); known != std::string_view::npos) {
      unescaped_ += meant[known];
    } else if (letter == 'u') {
      char32_t point = code_unit();
      if (point >= 0xD800 && point < 0xDC00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u') {
        at_ += 2;
        const char32_t low = code_unit();
        point = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((point - 0xD800) << 10U) + low - 0xDC00
                                              : U'\xD800';
      }
      if (point >= 0xD800 && point < 0xE000) fail("has half of a surrogate pair in a text");
      unescaped_ += encode_utf8({&point, 1});
    } else {
      fail_at("an escape such as \\n");
    }
    const char* const plain = at_;
    at_ = std::find_if(at_, end_, special);
    unescaped_.append(plain, at_);
  }
  expect('"');
  return std::string_view(unescaped_).substr(begin);
}

TextNumber JsonScanner::number() {
  static_cast<void>(peek());
  const char* const digits = at_ != end_ && *at_ == '-' ? at_ + 1 : at_;
  if (digits == end_ || !is_json_digit(*digits)) fail_at("a number");
  const TextNumber number = scan_number(at_, end_);
  // What other texts may have and JSON has not: 007, 1., 1.e5
  const char* const point = std::find(digits, number.end, '.');
  const bool has_zeros = *digits == '0' && number.end - digits > 1 && is_json_digit(digits[1]);
  const bool ends_at_point =
      point != number.end && (point + 1 == number.end || !is_json_digit(point[1]));
  if (number.state == NumberState::no_number || has_zeros || ends_at_point) fail_at("a number");
  if (number.state == NumberState::too_large) {
    fail(fmt::format("{} is out of range, no double is that large",
                     in_quotes({at_, static_cast<std::size_t>(number.end - at_)})));
  }
  at_ = number.end;
  return number;
}

void JsonScanner::word() {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  for (const std::string_view known : {"true", "false", "null"}) {
    if (!rest.starts_with(known)) continue;
    at_ += known.size();
    return;
  }
  fail_at("a value");
}

std::string_view JsonScanner::value() {
  static_cast<void>(peek());
  const char* const first = at_;
  std::string open;  // the brackets that must be closed
  const auto key = [&] {
    static_cast<void>(text());
    expect(':');
  };
  for (;;) {
    const char c = peek();
    if (c == '{' || c == '[') {
      if (open.size() == most_levels) {
        fail(fmt::format("has more than {} levels of brackets", most_levels));
      }
      ++at_;
      const char close = c == '{' ? '}' : ']';
      if (!take(close)) {
        open += close;
        if (c == '{') key();
        continue;
      }
    } else if (c == '"') {
      static_cast<void>(text());
    } else if (c == '-' || is_json_digit(c)) {
      static_cast<void>(number());
    } else {
      word();
    }
    while (!open.empty() && take(open.back())) open.pop_back();
    if (open.empty()) return {first, static_cast<std::size_t>(at_ - first)};
    expect(',');
    if (open.back() == '}') key();
  }
}

}  // namespace qualm::io
