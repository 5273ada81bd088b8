// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/align_classes.h"
#include "analysis/infer_axes.h"
#include "analysis/open_predictions.h"
#include "analysis/table_columns.h"
#include "parallel/parallel.h"
#include "qualm/analysis.h"
#include "qualm/error.h"

namespace qualm {
namespace {

// Shards lie one behind the other, so that the axis they were cut along comes first.
void check_cuts(const std::vector<io::StoredArray>& arrays, const std::string& axes) {
  for (const io::StoredArray& array : arrays) {
    if (array.shards.empty() || axes.starts_with('n')) continue;
    throw_data(array.label + ": its axes are " + axes +
               ": shards are cut along instances, so save them with the instances first, or name "
               "one file");
  }
}

OtherFiles alone(const PredictionFiles& files) {
  OtherFiles said{files};
  if (files.look_for_labels && !files.labels) {
    said.labels_beside = labels_beside(files.paths, files.key);
  }
  return said;
}

}  // namespace

OtherFiles files_like(const PredictionSet& in, PredictionFiles said) {
  said.labels.reset();
  said.look_for_labels = false;
  said.ids.reset();
  said.n_classes = in.n_classes();  // votes need not name all classes
  OtherFiles others{std::move(said), in.axes(), in.n_members(), in.n_classes()};
  if (in.has_class_names()) others.class_names = in.class_names();
  others.names_by_number = in.names_by_number();
  return others;
}

PredictionSet::PredictionSet(const PredictionFiles& files) : PredictionSet(alone(files)) {}

PredictionSet::PredictionSet(const OtherFiles& others)
    : PredictionSet(others, detail::open_predictions(others.files), std::vector<ArrayView>()) {}

PredictionSet::PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said)
    : PredictionSet(arrays, OtherFiles{said}) {}

PredictionSet::PredictionSet(const std::vector<ArrayView>& arrays, const OtherFiles& others)
    : PredictionSet(others, detail::describe_arrays(arrays, others.files), arrays) {}

PredictionSet::PredictionSet(const OtherFiles& said, std::vector<io::StoredArray> arrays,
                             std::vector<ArrayView> views)
    : files_(said.files) {
  detail::check_alike(arrays, !views.empty());
  notes_ = detail::notes_of_arrays(arrays);
  find_axes(said, arrays, views);
  note_probabilities(arrays, views);
  check_cuts(arrays, axes_);
  const io::StoredArray first = arrays.front();
  const bool sample = detail::is_sample(files_.input);
  const bool files_are_members = first.shape.size() == 2 && sample && arrays.size() > 1;
  n_instances_ = detail::length_of(first, axes_, 'n');
  rows_ = files_.share.of(n_instances_);
  const bool has_members = sample || files_.input == Input::votes;
  n_members_ = !has_members        ? 0
               : files_are_members ? arrays.size()
                                   : detail::length_of(first, axes_, 'm');
  note_zero_columns(arrays, views);
  std::vector<std::vector<std::size_t>> orders(arrays.size());
  if (files_.input != Input::votes) orders = align(said, arrays);
  if (files_are_members) {
    runs_.push_back({std::move(arrays), std::move(views), std::move(orders)});
  } else {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      runs_.push_back({{arrays[i]}, {}, {orders[i]}});
      if (!views.empty()) runs_.back().views = {views[i]};
    }
  }
  const bool is_alone = said.likely_axes.empty();  // else the first set said it
  if (is_alone) note_several(files_are_members);
  if (is_alone && files_.n_classes != 0 && files_.input != Input::votes) {
    notes_.push_back(argument("n_classes") + " has no effect: it is for votes");
  }
  has_one_member_alone_ = is_alone && one_member_counts();
  if (files_.input == Input::votes) name_votes(first);
  read_entries(said);
}

std::vector<std::vector<std::size_t>> PredictionSet::align(
    const OtherFiles& said, const std::vector<io::StoredArray>& arrays) {
  std::vector<detail::NamedClasses> named;
  for (const io::StoredArray& array : arrays) {
    named.push_back({array.label, array.class_names, detail::length_of(array, axes_, 'k')});
    if (array.class_names.empty() || array.class_names.size() == named.back().n_classes) continue;
    if (files_.class_names.empty()) {
      throw_data(array.label + ": the file names " + std::to_string(array.class_names.size()) +
                 " classes, but there are " + std::to_string(named.back().n_classes) +
                 ": give the names with " + argument("class_names"));
    }
    named.back().names.clear();
  }
  detail::AlignedClasses aligned =
      detail::align_classes(named, files_.class_names, {said.class_names, said.names_by_number});
  notes_.insert(notes_.end(), aligned.notes.begin(), aligned.notes.end());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    countings_.push_back(
        {arrays[i].label, aligned.by_number[i], detail::columns_left_out(arrays[i], files_)});
  }
  if (aligned.are_named_by_data) names_by_number_ = countings_.front().names;
  has_class_names_ = !aligned.names.empty();
  n_classes_ = has_class_names_ ? aligned.names.size() : named.front().n_classes;
  class_names_ = has_class_names_ ? std::move(aligned.names) : detail::numbered_names(n_classes_);
  return std::move(aligned.orders);
}

// How several files or arrays are read, which nobody said.
void PredictionSet::note_several(bool are_members) {
  const std::vector<std::string>& names = files_.paths;
  const bool in_memory = is_in_memory();
  const auto first_byte = [&](std::size_t i) {
    return (are_members ? runs_[0].views[i] : runs_[i].views[0]).data;
  };
  const auto are_same = [&](std::size_t i, std::size_t j) {
    return in_memory ? first_byte(i) == first_byte(j)
                     : names[i] != "-" && io::is_same_file(names[i], names[j]);
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!are_same(i, j)) continue;
      notes_.push_back(names[i] + ": is given twice");
      return;
    }
  }
  if (names.size() < 2) return;
  notes_.push_back(fmt::format("{}: read as {} {}{}",
                               in_memory ? fmt::format("{} to {}", names.front(), names.back())
                                         : fmt::format("{} files", names.size()),
                               names.size(), are_members ? "members of one ensemble" : "runs",
                               detail::rows_elsewhere(in_memory)));
}

std::vector<std::string> PredictionSet::notes_after_reading() const {
  if (!has_one_member_alone_) return {};
  return {std::string(n_members_ == 1 ? "there is only one member"
                                      : "only one member has a positive weight") +
          ": epistemic uncertainty from the spread of members is 0 by construction"};
}

bool PredictionSet::one_member_counts() const noexcept {
  const std::vector<double>& weights = files_.member_weights;
  return n_members_ == 1 ||
         std::count_if(weights.begin(), weights.end(), [](double each) { return each > 0; }) == 1;
}

// Every class but class 0 occurs: somebody may count from 1.
void PredictionSet::note_no_zero(const std::string& label, std::string_view what,
                                 const std::vector<bool>& occurs) {
  const auto n_occur = std::count(occurs.begin(), occurs.end(), true);
  if (occurs.size() < 3 || occurs[0] || n_occur + 1 != std::ssize(occurs)) return;
  notes_.push_back(fmt::format(
      "{}: no {} is 0, and all other classes occur: classes are counted from 0; if these are "
      "counted from 1, subtract 1",
      label, what));
}

std::size_t PredictionSet::block_rows() const noexcept {
  // Small enough to be in the cache when it is measured, and enough for every core.
  const std::uint64_t wanted_bytes = std::uint64_t{std::clamp(resolve_threads(0), 2U, 8U)} << 20U;
  std::uint64_t bytes = 0;
  for (const Run& run : runs_) {
    for (const io::StoredArray& array : run.arrays) bytes += array.n_bytes();
  }
  const std::uint64_t bytes_a_row = bytes / n_instances_ + 1;
  auto rows = static_cast<std::size_t>(wanted_bytes / bytes_a_row);
  constexpr std::size_t most_dirichlets = 8192;
  if (n_members_ == 0) rows = std::min(rows, most_dirichlets);
  return std::max<std::size_t>(16, rows / 16 * 16);
}

}  // namespace qualm
