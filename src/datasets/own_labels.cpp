// SPDX-License-Identifier: Apache-2.0
#include "datasets/own_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "datasets/array_content.h"
#include "error/choose.h"
#include "io/same_rows.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm {
namespace {

/// Nothing if they cannot be read as one entry per row.
std::optional<io::Entries> entries_of(const std::string& path, const std::string& key) {
  try {
    return io::read_entries(path, {.key = key, .usual_key = "labels"});
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<std::string> sorted_names(const std::vector<std::string>& texts) {
  const std::set<std::string> names(texts.begin(), texts.end());
  return {names.begin(), names.end()};
}

/// By all labels of the file, also if only some of its rows are wanted.
void name_classes(const io::Entries& entries, Dataset& into) {
  if (!into.class_names.empty()) return;
  into.class_names = sorted_names(entries.texts);
  into.notes.push_back(
      fmt::format("{}: the classes are in the order of their names", entries.label));
}

void number_names(const io::Entries& entries, Dataset& into) {
  const std::vector<std::string>& names = into.class_names;
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::size_t k = 0; k < names.size(); ++k) {
    numbers.emplace(names[k], static_cast<std::uint32_t>(k));
  }
  for (std::size_t row = 0; row < entries.texts.size(); ++row) {
    const auto found = numbers.find(entries.texts[row]);
    if (found == numbers.end()) {
      throw_data(fmt::format("{}: row {}: there is no class {}; {}", entries.label, row,
                             io::in_quotes(entries.texts[row]),
                             did_you_mean(entries.texts[row], names,
                                          {.otherwise = fmt::format("there are {}", names.size()),
                                           .shown = io::in_quotes})));
    }
    into.labels.push_back(found->second);
  }
}

void check_numbers(const std::string& label, const Dataset& dataset) {
  const auto greatest = std::max_element(dataset.labels.begin(), dataset.labels.end());
  const std::size_t n_classes = dataset.class_names.size();
  if (greatest == dataset.labels.end() || n_classes == 0 || *greatest < n_classes) return;
  throw_data(fmt::format("{}: the label {} is too large for {} class names: labels count from 0",
                         label, *greatest, n_classes));
}

}  // namespace

void read_labels(const std::string& path, const std::string& key, std::size_t limit,
                 const io::RowsOf& instances, Dataset& into) {
  std::optional<io::Entries> entries = entries_of(path, key);
  if (entries && into.class_names.empty()) into.class_names = entries->class_names;
  if (entries) io::check_same_rows({entries->label, entries->row_ids}, instances);
  if (entries && entries->are_texts()) {
    name_classes(*entries, into);
    if (limit > 0 && limit < entries->texts.size()) entries->texts.resize(limit);
    return number_names(*entries, into);
  }
  if (!entries) {  // which says what is wrong, if anything
    into.labels = read_label_array(io::open_array(path, {key}), limit);
  } else {
    if (limit > 0 && limit < entries->numbers.size()) entries->numbers.resize(limit);
    for (const double number : entries->numbers) {
      into.labels.push_back(label_of(entries->label, into.labels.size(), number));
    }
  }
  check_numbers(entries ? entries->label : path, into);
}

}  // namespace qualm
