// SPDX-License-Identifier: Apache-2.0
#include "io/npy_dict.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t max_axes = 32;  // numpy's own limit

class Parser {
 public:
  Parser(const std::string& label, std::string_view text) : label_(label), text_(text) {}

  NpyDict parse() {
    NpyDict dict;
    std::set<std::string> seen;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      if (!seen.insert(key).second) fail(in_quotes(key) + " occurs twice");
      expect(':');
      value(key, dict);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (peek() != '\0' || at_ != text_.size()) fail("text follows the closing }");
    for (const char* const key : {"descr", "fortran_order", "shape"}) {
      if (!seen.contains(key)) fail(fmt::format("\"{}\" is missing", key));
    }
    return dict;
  }

 private:
  void value(const std::string& key, NpyDict& dict) {
    if (key == "descr") {
      if (peek() == '[') {
        throw_data(label_ +
                   ": holds records (a structured dtype), not plain numbers; save one field: "
                   "numpy.save(\"p.npy\", a[\"field\"])");
      }
      dict.descr = string();
    } else if (key == "fortran_order") {
      dict.fortran_order = boolean();
    } else if (key == "shape") {
      dict.shape = tuple();
    } else {
      fail("unknown key " + in_quotes(key));
    }
  }

  std::string string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("expected a string");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a string does not end");
    std::string out(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return out;
  }

  bool boolean() {
    for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      const std::string_view expected = word;
      if (peek() == expected[0] && text_.substr(at_, expected.size()) == expected) {
        at_ += expected.size();
        return value;
      }
    }
    fail("expected True or False");
  }

  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> out;
    expect('(');
    while (!accept(')')) {
      if (out.size() == max_axes) fail(fmt::format("more than {} axes", max_axes));
      out.push_back(length());
      if (accept(',')) continue;
      if (out.size() == 1) fail("the shape is not a tuple");
      expect(')');
      break;
    }
    return out;
  }

  std::size_t length() {
    if (peek() == '-') fail("the shape has a negative length");
    std::size_t out = 0;
    const char* const first = text_.data() + at_;
    const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), out);
    if (error == std::errc::result_out_of_range) fail("the shape has a length beyond 2^64");
    if (error != std::errc()) fail("expected a length");
    at_ += static_cast<std::size_t>(end - first);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return out;
  }

  char peek() {
    at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    const bool found = peek() == c;
    if (found) ++at_;
    return found;
  }
  void expect(char c) {
    if (!accept(c)) fail(fmt::format("expected {}", c));
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw_data(
        fmt::format("{}: the header is damaged: {} at character {}; save it again with "
                    "numpy.save",
                    label_, what, at_));
  }

  const std::string& label_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyDict parse_npy_dict(const std::string& label, std::string_view text) {
  return Parser(label, text).parse();
}

}  // namespace qualm::io
