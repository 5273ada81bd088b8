// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "error/choose.h"
#include "error/number_text.h"
#include "measures/reverse_divergence.h"
#include "qualm/error.h"
#include "qualm/measures/family.h"

namespace qualm {
namespace {

// "tsallis:q"
std::string pattern_of(const Family& family) {
  std::string text = family.name;
  for (const Parameter& each : family.parameters) text += ":" + each.name;
  return text;
}

std::string name_with(const Family& family, Arguments arguments) {
  std::string text = family.name;
  for (const double value : arguments) text += fmt::format(":{}", value);
  return text;
}

std::string example_of(const Family& family) {
  std::vector<double> values;
  for (const Parameter& each : family.parameters) values.push_back(each.examples.at(0));
  return name_with(family, values);
}

// What others call our scores.
constexpr std::pair<std::string_view, std::string_view> names_elsewhere[] = {
    {"mutual-information", "entropy.epistemic"},
    {"mi", "entropy.epistemic"},
    {"bald", "entropy.epistemic"},
    {"information-gain", "entropy.epistemic"},
    {"predictive-entropy", "entropy.total"},
    {"expected-entropy", "entropy.aleatoric"},
    {"gini", "variance.total"},
};

// Whatever the case, with - or _ or a space.
bool is_same_word(std::string_view text, std::string_view word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
    const char lower = a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a;
    return (lower == '_' || lower == ' ' ? '-' : lower) == b;
  });
}

bool is_family(std::string_view name) {
  return std::any_of(families().begin(), families().end(),
                     [&](const Family& row) { return row.name == name; });
}

const Family& find_family(std::string_view name) {
  for (const Family& row : families()) {
    if (row.name == name || (!name.empty() && row.loss == name)) return row;
  }
  for (const auto& [other_name, score] : names_elsewhere) {
    if (!is_same_word(name, other_name)) continue;
    throw_usage(fmt::format("unknown measure '{}': it is the score {} of the measure {}", name,
                            score, score.substr(0, score.find('.'))));
  }
  const std::string_view family = name.substr(0, name.find('.'));
  if (family != name && is_family(family)) {
    throw_usage(fmt::format("unknown measure '{}': give the measure alone, {}", name, family));
  }
  const std::string all = "choose from " + measure_names();
  throw_usage(fmt::format("unknown measure '{}': {}", name,
                          did_you_mean(name, families(), {.otherwise = all})));
}

double parse_argument(const Family& family, const Parameter& parameter, std::string_view text) {
  const double value = parse_exactly<double>(text).value_or(NAN);
  if (std::isnan(value)) {
    throw_usage(fmt::format("{}:{}: '{}' is not a number: write {} as in {}", family.name, text,
                            text, parameter.meaning, example_of(family)));
  }
  if (value == parameter.except) {
    throw_usage(fmt::format("{}:{}: {}, {}, must not be {}: {}", family.name, text, parameter.name,
                            parameter.meaning, value, parameter.reason));
  }
  if (value < parameter.low || value > parameter.high) {
    throw_usage(fmt::format("{}:{}: {}, {}, must be from {} to {}", family.name, text,
                            parameter.name, parameter.meaning, parameter.low, parameter.high));
  }
  return value;
}

std::vector<double> parse_arguments(const Family& family, std::string_view text) {
  std::vector<double> values;
  for (const Parameter& parameter : family.parameters) {
    if (text.empty()) {
      throw_usage(fmt::format("{} needs {}: write {}, such as {}", family.name, parameter.meaning,
                              pattern_of(family), example_of(family)));
    }
    text.remove_prefix(1);
    const std::string_view first = text.substr(0, text.find(':'));
    values.push_back(parse_argument(family, parameter, first));
    text.remove_prefix(first.size());
  }
  if (!text.empty()) {
    throw_usage(
        fmt::format("{}{}: {} {}", family.name, text, family.name,
                    family.parameters.empty() ? "takes no number" : "takes no more numbers"));
  }
  return values;
}

// Ours live as long as the program.
std::shared_ptr<const Family> unowned(const Family& family) {
  return {std::shared_ptr<const Family>(), &family};
}

}  // namespace

Measure::Measure(std::string_view text) {
  const std::string_view family_name = text.substr(0, text.find(':'));
  family_ = unowned(find_family(family_name));
  arguments_ = parse_arguments(*family_, text.substr(family_name.size()));
  name_ = name_with(*family_, arguments_);
}

Measure::Measure(Family rule)
    : family_(std::make_shared<const Family>(detail::with_reverse_divergence(std::move(rule)))),
      name_(family_->name) {
  if (name_.empty() || name_.find_first_of(":.[]") != std::string::npos) {
    throw_usage(
        fmt::format("a measure cannot have the name '{}': choose a name without : . [ ]", name_));
  }
  for (const Family& row : families()) {
    if (row.name == name_)
      throw_usage(fmt::format("there is already a measure {}: choose another name", name_));
  }
  if (!family_->entropy && !family_->of_members) {
    throw_usage(fmt::format("measure '{}' has neither an entropy nor values of members", name_));
  }
}

bool Measure::is_ours() const noexcept {
  const std::span<const Family> ours = families();
  return family_.get() >= ours.data() && family_.get() < ours.data() + ours.size();
}

const Extra* Measure::extra(std::string_view called) const noexcept {
  const bool is_whole_name = called.size() > name_.size() && called[name_.size()] == '.' &&
                             called.starts_with(std::string_view(name_));
  return family_->extra(is_whole_name ? called.substr(name_.size() + 1) : called);
}

std::vector<Measure> all_measures() {
  std::vector<Measure> measures;
  for (const Family& row : families()) {
    if (row.parameters.empty()) measures.emplace_back(row.name);
    // One parameter varies at a time.
    for (std::size_t i = 0; i < row.parameters.size(); ++i) {
      for (const double value : row.parameters[i].examples) {
        std::vector<double> values;
        for (const Parameter& each : row.parameters) values.push_back(each.examples.at(0));
        values[i] = value;
        const Measure measure(name_with(row, values));
        if (std::find(measures.begin(), measures.end(), measure) == measures.end()) {
          measures.push_back(measure);
        }
      }
    }
  }
  return measures;
}

std::string measure_names() {
  std::string text;
  for (const Family& row : families()) text += (text.empty() ? "" : ", ") + pattern_of(row);
  return text;
}

bool Family::has(Part part) const noexcept {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

const Extra* Family::extra(std::string_view of_name) const noexcept {
  const auto found = std::find_if(extras.begin(), extras.end(),
                                  [&](const Extra& each) { return each.name == of_name; });
  return found == extras.end() ? nullptr : &*found;
}

std::string_view name(Part part) noexcept {
  constexpr std::string_view names[] = {"total", "aleatoric", "epistemic"};
  return names[static_cast<std::size_t>(part)];
}

double get(const PartValues& values, Part part) noexcept {
  switch (part) {
    case Part::total:
      return values.total;
    case Part::aleatoric:
      return values.aleatoric;
    case Part::epistemic:
      break;
  }
  return values.epistemic;
}

}  // namespace qualm
