// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/align_classes.h"
#include "error/choose.h"
#include "io/choose_array.h"
#include "io/csv_number.h"
#include "io/entry_text.h"
#include "io/name_index.h"
#include "io/source.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"

namespace qualm {
namespace {

using Numbers = std::unordered_map<std::string_view, std::uint32_t>;

Numbers numbers_of(std::span<const std::string> names) {
  Numbers numbers;
  for (std::size_t k = 0; k < names.size(); ++k) {
    numbers.emplace(names[k], static_cast<std::uint32_t>(k));
  }
  return numbers;
}

// The whole number that a text is, however it is written: 1, 01, 1.0, -1.
std::optional<double> whole_number(std::string_view text) {
  const io::TextNumber number = io::parse_number(text);
  const bool is_whole =
      number.state == io::NumberState::number && std::floor(number.value) == number.value;
  return is_whole ? std::optional(number.value) : std::nullopt;
}

// Classes that are called by numbers which are not their places.
bool are_other_numbers(std::span<const std::string> names) {
  bool differ = false;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::optional<double> number = whole_number(names[k]);
    if (!number) return false;
    differ = differ || *number != static_cast<double>(k);
  }
  return differ;
}

// The place of each class by its number, if all are called by numbers.
std::unordered_map<double, std::uint32_t> numbers_as_names(std::span<const std::string> names) {
  std::unordered_map<double, std::uint32_t> found;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::optional<double> number = whole_number(names[k]);
    if (!number || !found.emplace(*number, static_cast<std::uint32_t>(k)).second) return {};
  }
  return found;
}

std::string known_classes(std::span<const std::string> names) {
  const bool are_unnamed = names.front() == "0" && names.back() == std::to_string(names.size() - 1);
  return fmt::format("there are {} classes, {} to {}{}", names.size(), io::in_quotes(names.front()),
                     io::in_quotes(names.back()),
                     are_unnamed ? ": name them with " + argument("class_names") : "");
}

[[noreturn]] void refuse_label(const io::Entries& entries, std::size_t row,
                               const std::string& label, std::span<const std::string> names) {
  const std::string known = known_classes(names);
  throw_data(fmt::format("{}: row {}: there is no class {}; {}", entries.label, row,
                         io::in_quotes(label),
                         did_you_mean(label, names, {.otherwise = known, .shown = io::in_quotes})));
}

std::vector<std::uint32_t> by_name(const io::Entries& entries, std::span<const std::string> names) {
  const Numbers numbers = numbers_of(names);
  const auto called = numbers_as_names(names);
  std::vector<std::uint32_t> labels;
  const std::vector<std::string> texts = io::texts_of(entries);
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (const auto found = numbers.find(texts[row]); found != numbers.end()) {
      labels.push_back(found->second);
      continue;
    }
    const auto same = called.find(whole_number(texts[row]).value_or(.5));
    if (same == called.end()) refuse_label(entries, row + entries.first_row, texts[row], names);
    labels.push_back(same->second);
  }
  return labels;
}

bool are_words_of_truth(std::span<const std::string> names) {
  constexpr std::string_view words[][2] = {{"true", "false"}, {"True", "False"}, {"TRUE", "FALSE"}};
  return std::any_of(std::begin(words), std::end(words), [&](const auto& pair) {
    return std::is_permutation(names.begin(), names.end(), std::begin(pair), std::end(pair));
  });
}

// True and false, of classes that are called so.
std::vector<std::uint32_t> by_truth(const std::vector<double>& flags,
                                    std::span<const std::string> names) {
  const std::uint32_t place_of_true = names[0].front() == 't' || names[0].front() == 'T' ? 0 : 1;
  std::vector<std::uint32_t> labels;
  for (const double flag : flags) labels.push_back(flag != 0 ? place_of_true : 1 - place_of_true);
  return labels;
}

// Texts that are all numbers, as numbers.
std::optional<std::vector<double>> all_numbers(const std::vector<std::string>& texts) {
  std::vector<double> numbers;
  for (const std::string& text : texts) {
    const io::TextNumber number = io::parse_number(text);
    if (number.state != io::NumberState::number) return std::nullopt;
    numbers.push_back(number.value);
  }
  return numbers;
}

// Numbers that count other names than those of the classes: another order, or more of them.
std::vector<std::uint32_t> by_number_of(std::vector<std::uint32_t> labels,
                                        const io::Entries& entries,
                                        std::span<const std::string> class_names,
                                        std::span<const std::string> by_number) {
  const Numbers places = numbers_of(class_names);
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const std::string& called = by_number[labels[row]];
    const auto found = places.find(called);
    if (found == places.end()) {
      throw_data(
          fmt::format("{}: row {} is class {}, {}, which {} leaves out: name it "
                      "there, or leave the row out",
                      entries.label, row + entries.first_row, labels[row], io::in_quotes(called),
                      argument("class_names")));
    }
    labels[row] = found->second;
  }
  return labels;
}

std::vector<std::uint32_t> labels_held(const io::Entries& entries,
                                       std::span<const std::string> class_names,
                                       std::span<const std::string> by_number) {
  if (entries.are_flags && are_words_of_truth(class_names)) {
    return by_truth(entries.numbers, class_names);
  }
  if (!are_class_numbers(entries, class_names)) return by_name(entries, class_names);
  const std::vector<double> numbers =
      entries.are_texts() ? *all_numbers(entries.texts) : entries.numbers;
  const std::size_t n_rows = numbers.size();
  if (by_number.empty()) return check_labels(numbers, n_rows, class_names.size(), entries.label);
  return by_number_of(check_labels(numbers, n_rows, by_number.size(), entries.label), entries,
                      class_names, by_number);
}

}  // namespace

bool are_class_numbers(const io::Entries& entries, std::span<const std::string> class_names) {
  if (are_other_numbers(class_names)) return false;
  if (entries.are_flags && are_words_of_truth(class_names)) return false;
  if (!entries.are_texts()) return true;
  const Numbers named = numbers_of(class_names);
  const bool are_names = std::all_of(entries.texts.begin(), entries.texts.end(),
                                     [&](const std::string& text) { return named.contains(text); });
  return !are_names && all_numbers(entries.texts).has_value();
}

bool may_be_names_or_numbers(const io::Entries& entries, std::span<const std::string> class_names) {
  if (!are_other_numbers(class_names)) return false;
  const auto numbers = entries.are_texts() ? all_numbers(entries.texts) : entries.numbers;
  return numbers && std::all_of(numbers->begin(), numbers->end(), [&](double number) {
           return number >= 0 && number < static_cast<double>(class_names.size());
         });
}

std::vector<std::uint32_t> labels_of(const io::Entries& entries,
                                     std::span<const std::string> class_names, std::size_t n_rows,
                                     std::span<const std::string> by_number) {
  check_one_per_row(entries.size(), n_rows, entries.label);
  if (entries.are_flags && class_names.size() > 2) {
    throw_data(fmt::format(
        "{}: holds true and false, but there are {} classes: give the true class of each row (to "
        "give whether predictions are correct, use {}, with scores in place of predictions)",
        entries.label, class_names.size(), argument("correct")));
  }
  try {
    return labels_held(entries, class_names, by_number);
  } catch (const Error&) {
    // What is wrong is said in view of all entries.
    if (!entries.read_all) throw;
    return labels_of(entries.read_all(), class_names, n_rows, by_number);
  }
}

std::vector<std::string> ids_of(const io::Entries& entries, std::size_t n_rows) {
  check_one_per_row(entries.size(), n_rows, entries.label);
  return io::texts_of(entries);
}

std::vector<LabelsBeside> labels_beside(std::span<const std::string> paths,
                                        const std::string& key) {
  std::vector<LabelsBeside> found;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!io::can_be_reopened(paths[i])) continue;
    const std::vector<std::string> names = io::array_names(paths[i]);
    for (const std::string& name : {io::beside(key, "labels"), std::string("labels")}) {
      if (std::find(names.begin(), names.end(), name) == names.end()) continue;
      found.push_back({io::read_entries(paths[i], {name}), i});
      found.back().entries.class_names.clear();  // the array of predictions has them
      break;
    }
  }
  return found;
}

std::vector<double> weights_in_order(std::span<const double> weights,
                                     const std::vector<std::string>& names,
                                     const std::vector<std::string>& class_names,
                                     const std::string& source) {
  if (weights.size() != names.size()) {
    throw_data(fmt::format("{}: {} weights for {} names; give one row of weights", source,
                           weights.size(), names.size()));
  }
  std::vector<double> all(weights.begin(), weights.end());
  std::vector<std::string> all_names = names;
  for (const std::string& name : class_names) {
    if (names.size() >= class_names.size()) break;  // also of names that only number the classes
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    all_names.push_back(name);
    all.push_back(1);
  }
  const detail::NamedClasses named[] = {{source, all_names, all_names.size()}};
  const std::vector<std::size_t> order =
      detail::align_classes(named, {}, {class_names, {}}).orders.front();
  std::vector<double> sorted = all;
  for (std::size_t k = 0; k < order.size(); ++k) sorted[k] = all[order[k]];
  return sorted;
}

std::vector<std::size_t> rows_of(std::span<const std::string> texts, const PredictionSet& set) {
  if (texts.empty()) throw_usage(argument("rows") + " names no row: name one, or leave it out");
  std::vector<std::size_t> rows;
  const std::vector<std::string>& ids = set.ids();
  for (const std::string& text : texts) {
    const auto found = std::find(ids.begin(), ids.end(), text);
    const auto number = io::parse_integer(text);
    if (found != ids.end()) {
      if (std::find(found + 1, ids.end(), text) != ids.end()) {
        throw_usage(
            fmt::format("{}: several rows have this ID", argument("rows", io::printable(text))));
      }
      rows.push_back(static_cast<std::size_t>(found - ids.begin()));
    } else if (ids.empty() && number && *number < set.n_instances()) {
      rows.push_back(static_cast<std::size_t>(*number));
    } else if (ids.empty()) {
      throw_usage(fmt::format("{}: there is no such row; rows are 0 to {}",
                              argument("rows", io::printable(text)), set.n_instances() - 1));
    } else {
      throw_usage(fmt::format("{}: no row has this ID; the first ID is {}",
                              argument("rows", io::printable(text)), io::in_quotes(ids.front())));
    }
    if (std::count(rows.begin(), rows.end(), rows.back()) > 1) {
      throw_usage(fmt::format("{} names {} twice", argument("rows"), io::printable(text)));
    }
  }
  return rows;
}

}  // namespace qualm
