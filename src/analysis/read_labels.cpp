// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "analysis/align_classes.h"
#include "io/same_rows.h"
#include "io/text.h"
#include "qualm/analysis.h"
#include "qualm/error.h"

namespace qualm {
namespace {

// "0 = cat, 1 = dog"
std::string numbering(const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < names.size(); ++k) {
    texts.push_back(fmt::format("{} = {}", k, io::printable(names[k], 40)));
  }
  return detail::listing(texts);
}

// The entries of the rows that are wanted here, out of those that were read.
template <class T>
std::vector<T> wanted(std::vector<T> values, const io::Entries& entries, const io::RowRange& rows) {
  if (values.size() == rows.size()) return values;
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(rows.first - entries.first_row);
  return std::vector<T>(first, first + static_cast<std::ptrdiff_t>(rows.size()));
}

// Entries in as many files as the predictions have one per row in each of them.
void check_shards(const io::Entries& entries, const io::StoredArray& array) {
  if (entries.shards.empty() || array.shards.empty()) return;
  if (entries.shards.size() != array.shards.size()) {
    throw_data(fmt::format("{}: {} files for {} of {}; give one per file", entries.label,
                           entries.shards.size(), array.shards.size(), array.label));
  }
  for (std::size_t i = 0; i < entries.shards.size(); ++i) {
    if (entries.shards[i].n_rows == array.shards[i].n_rows) continue;
    throw_data(fmt::format("{}: {} entries for {} rows of {}; give one per row",
                           entries.shards[i].label, entries.shards[i].n_rows,
                           array.shards[i].n_rows, array.shards[i].label));
  }
}

template <class Table>
io::RowsOf rows_in(const Table& table) {
  return {table.label, table.row_ids};
}

void check_rows(const io::Entries& entries, const std::vector<io::RowsOf>& others) {
  for (const io::RowsOf& each : others) io::check_same_rows(rows_in(entries), each);
}

// One entry per member instead of one per row: axes that were given in the wrong order.
void check_axes(const io::Entries& entries, std::size_t n_instances, std::size_t n_members) {
  if (entries.size() == n_instances || entries.size() != n_members || n_members == 1) return;
  throw_data(
      fmt::format("{}: {} entries for {} rows of {} members; are rows and members swapped? "
                  "Check {}",
                  entries.label, entries.size(), n_instances, n_members, argument("axes")));
}

}  // namespace

void PredictionSet::read_entries(const OtherFiles& said) {
  std::vector<io::RowsOf> tables;
  for (const Run& run : runs_) {
    for (const io::StoredArray& array : run.arrays) tables.push_back(rows_in(array));
  }
  if (said.files.ids) {
    check_axes(*said.files.ids, n_instances_, n_members_);
    check_shards(*said.files.ids, runs_.front().arrays.front());
    check_rows(*said.files.ids, tables);
    ids_ = wanted(ids_of(*said.files.ids, n_instances_), *said.files.ids, rows_);
    tables.push_back(rows_in(*said.files.ids));
  }
  for (const io::RowsOf& each : tables) identified_rows_.push_back({each.label, each.ids});
  if (said.files.labels) {
    identified_rows_.push_back({said.files.labels->label, said.files.labels->row_ids});
    check_axes(*said.files.labels, n_instances_, n_members_);
    check_shards(*said.files.labels, runs_.front().arrays.front());
    check_rows(*said.files.labels, tables);
    const auto notes = io::note_not_compared(rows_in(*said.files.labels), tables,
                                             "the predictions have no such column");
    notes_.insert(notes_.end(), notes.begin(), notes.end());
    labels_ = wanted(read_labels(*said.files.labels, 0), *said.files.labels, rows_);
    note_what_numbers_count(*said.files.labels, 0);
  }
  take_labels_beside(said.labels_beside);
  has_labels_ = has_labels_ || said.files.labels.has_value();
  if (said.files.labels && names_by_number_.empty() && labels_.size() == n_instances_ &&
      are_class_numbers(*said.files.labels, class_names_)) {
    std::vector<bool> occurs(n_classes_);
    for (const std::uint32_t label : labels_) occurs[label] = true;
    note_no_zero(said.files.labels->label, "label", occurs);
  }
}

// What numbers as labels count: the names in their own file, if it has some and the predictions are
// named too, else those of a file of predictions.
PredictionSet::Counting PredictionSet::counting_of(const io::Entries& entries,
                                                   std::size_t file) const {
  const bool are_named = class_names_ != detail::numbered_names(n_classes_);
  if (entries.class_names.empty() || !are_named) return countings_[file];
  for (const std::string& name : class_names_) {
    if (std::find(entries.class_names.begin(), entries.class_names.end(), name) !=
        entries.class_names.end()) {
      continue;
    }
    throw_data(fmt::format(
        "{}: its file has class_names {}, without {}, a class of the predictions; name the classes "
        "as the predictions do, or remove class_names",
        entries.label, detail::listing(entries.class_names), io::in_quotes(name)));
  }
  return {"its class_names", entries.class_names, {}};
}

std::vector<std::uint32_t> PredictionSet::read_labels(const io::Entries& entries,
                                                      std::size_t file) const {
  if (countings_.empty() || !are_class_numbers(entries, class_names_)) {
    return labels_of(entries, class_names_, n_instances_);
  }
  const Counting counting = counting_of(entries, file);
  if (!counting.columns_left_out.empty()) {
    throw_usage(
        fmt::format("{}: are numbers, and {} leaves out columns of {} that they may refer to ({}): "
                    "specify the class columns with {}, or give labels by "
                    "name",
                    entries.label, argument("class_names"), counting.file,
                    detail::listing(counting.columns_left_out), argument("columns")));
  }
  return labels_of(entries, class_names_, n_instances_, counting.names);
}

// Says what numbers as labels mean, where the data names its classes in more than one order.
void PredictionSet::note_what_numbers_count(const io::Entries& entries, std::size_t file) {
  if (may_be_names_or_numbers(entries, class_names_)) {
    notes_.push_back(
        fmt::format("{}: the numbers are read as names of classes ({}), not as numbers from 0",
                    entries.label, detail::listing(class_names_)));
  }
  if (countings_.empty() || !are_class_numbers(entries, class_names_)) return;
  if (names_by_number_.empty() && entries.class_names.empty()) return;
  const Counting counting = counting_of(entries, file);
  const bool is_one_order =
      counting.names == class_names_ && files_.columns.empty() &&
      std::all_of(countings_.begin(), countings_.end(),
                  [&](const Counting& other) { return other.names == counting.names; });
  if (is_one_order) return;
  notes_.push_back(fmt::format("{}: numbers refer to the classes in the order of {}: {}",
                               entries.label, counting.file, numbering(counting.names)));
}

// Labels that nobody asked for may be of something else. Those of several files must agree.
void PredictionSet::take_labels_beside(const std::vector<LabelsBeside>& all) {
  const LabelsBeside* taken = nullptr;
  for (const LabelsBeside& beside : all) {
    const io::Entries& entries = beside.entries;
    if (entries.size() != n_instances_) {
      notes_.push_back(fmt::format("{}: not used as labels, {} entries for {} rows", entries.label,
                                   entries.size(), n_instances_));
      continue;
    }
    const std::vector<std::uint32_t> labels =
        wanted(read_labels(entries, beside.file), entries, rows_);
    if (taken == nullptr) {
      taken = &beside;
      has_labels_ = true;
      labels_ = labels;
      notes_.push_back("using the labels in " + entries.label);
      note_what_numbers_count(entries, beside.file);
    }
    const auto [one, other] = std::mismatch(labels_.begin(), labels_.end(), labels.begin());
    if (one == labels_.end()) continue;
    throw_data(fmt::format(
        "{}: row {} is {}, but {} says {}: all files must hold the same rows in the same order; "
        "or give the labels with {}",
        entries.label, static_cast<std::size_t>(one - labels_.begin()) + rows_.first,
        io::in_quotes(class_names_[*other]), taken->entries.label,
        io::in_quotes(class_names_[*one]), argument("labels")));
  }
}

}  // namespace qualm
