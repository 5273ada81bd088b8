// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "error/choose.h"
#include "error/number_text.h"
#include "qualm/error.h"
#include "theory/shapes.h"

namespace qualm {
namespace {

constexpr std::size_t most_shown = 120;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

// term + term + ..., where term = [number *] name(number, ..., number)
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<Component> components() {
    std::vector<Component> result;
    do {
      if (result.size() == detail::most_components) {
        fail(place_, fmt::format("more than {} components", detail::most_components));
      }
      const std::size_t start = (skip_blanks(), place_);
      result.push_back(term());
      const std::string problem = detail::check_classes(result.front(), result.back());
      if (!problem.empty()) fail(start, problem);
    } while (take('+'));
    if (place_ < text_.size()) fail(place_, fmt::format("{} is not expected", found()));
    const std::string problem = detail::check_weights(result);
    if (!problem.empty()) throw_usage(fmt::format("'{}': {}", shown(0), problem));
    return result;
  }

 private:
  Component term() {
    Component component;
    skip_blanks();
    const std::size_t start = place_;
    if (at_number()) {
      component.weight = number();
      if (!(component.weight > 0)) fail(start, "a weight must be > 0,");
      if (!take('*'))
        fail(place_, fmt::format("'*' is missing after the weight, {} found", found()));
    }
    component.shape = shape();
    if (!take('(')) fail(place_, "'(' is missing");
    parameters(component);
    return component;
  }

  Shape shape() {
    skip_blanks();
    const std::size_t start = place_;
    while (place_ < text_.size() && is_letter(text_[place_])) ++place_;
    const std::string_view word = text_.substr(start, place_ - start);
    std::vector<std::string_view> names;
    for (const ShapeInfo& info : shapes()) {
      if (info.name == word) return info.shape;
      names.push_back(info.name);
    }
    if (word.empty())
      fail(start, fmt::format("a distribution is missing ({})", fmt::join(names, ", ")));
    place_ = start;
    const std::string all = fmt::format("choose from {}", fmt::join(names, ", "));
    fail(start, fmt::format("unknown distribution '{}'", word.substr(0, 30)),
         did_you_mean(word, names, {.otherwise = all}));
  }

  void parameters(Component& component) {
    std::vector<std::size_t> places;
    do {
      skip_blanks();
      places.push_back(place_);
      if (!at_number()) fail(place_, "a number is missing");
      component.parameters.push_back(number());
      if (places.size() > detail::most_classes) {
        fail(place_, fmt::format("more than {} numbers", detail::most_classes));
      }
    } while (take(','));
    places.push_back(place_);
    if (!take(')')) fail(place_, fmt::format("')' or ',' is missing, {} found", found()));
    const auto problem = detail::check_parameters(component);
    if (problem) fail(places[problem->parameter], problem->message);
  }

  [[nodiscard]] bool at_number() {
    skip_blanks();
    if (place_ == text_.size()) return false;
    const char c = text_[place_];
    return (c >= '0' && c <= '9') || c == '.' || c == '-';
  }

  // A decimal, or a fraction of two.
  double number() {
    const std::size_t start = place_;
    double value = decimal();
    if (take('/')) {
      if (!at_number()) fail(place_, "a number is missing");
      value /= decimal();
    }
    if (!std::isfinite(value)) fail(start, "the number is not finite");
    return value;
  }
  double decimal() {
    double value = 0;
    const char* begin = text_.data() + place_;
    const auto [end, problem] = read_number(begin, text_.data() + text_.size(), value);
    if (problem == std::errc::result_out_of_range) fail(place_, "the number is out of range");
    // read_number also reads "-inf" and "-nan"
    if (problem != std::errc() || !std::isfinite(value)) fail(place_, "this is not a number");
    place_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  void skip_blanks() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }
  bool take(char c) {
    skip_blanks();
    if (place_ == text_.size() || text_[place_] != c) return false;
    ++place_;
    return true;
  }

  [[nodiscard]] std::string found() const {
    return place_ == text_.size() ? "the end"
                                  : fmt::format("'{}'", printable(text_.substr(place_, 1)));
  }

  // One line of ASCII or UTF-8, around the place if the text is long.
  [[nodiscard]] std::string shown(std::size_t place) const {
    if (text_.size() <= most_shown) return printable(text_);
    const std::size_t first = place > most_shown / 2 ? place - most_shown / 2 : 0;
    return (first > 0 ? "..." : "") + printable(text_.substr(first, most_shown)) +
           (first + most_shown < text_.size() ? "..." : "");
  }
  [[nodiscard]] static std::string printable(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
      if (c < ' ' || c > '~') c = '?';
    }
    return result;
  }

  [[noreturn]] void fail(std::size_t place, const std::string& what,
                         const std::string& remedy = {}) const {
    const std::string where =
        place >= text_.size() ? "at the end" : fmt::format("at character {}", place + 1);
    throw_usage(fmt::format("'{}': {} {}{}{}", shown(place), what, where,
                            remedy.empty() ? "" : ": ", remedy));
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace

Distribution parse_distribution(std::string_view expression) {
  return Distribution(Parser(expression).components());
}

}  // namespace qualm
