// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "analysis/align_classes.h"
#include "analysis/infer_axes.h"
#include "analysis/same_rows.h"
#include "analysis/table_columns.h"
#include "predictions/place.h"
#include "qualm/analysis.h"
#include "qualm/error.h"

namespace qualm {
namespace {

std::vector<io::StoredArray> open_all(const PredictionFiles& files) {
  if (files.paths.empty() && files.shards.empty()) {
    throw_usage("no predictions were given: name a file such as a .npy, .npz or .csv");
  }
  if (std::count(files.paths.begin(), files.paths.end(), "-") > 1) {
    throw_usage("'-' (standard input) can be read only once");
  }
  io::OpenOptions options{files.key, "key", "predictions"};
  options.key_for_archives = files.paths.size() + files.shards.size() > 1;
  options.columns = files.columns;
  options.likely_columns = files.class_names;
  std::vector<io::StoredArray> arrays;
  for (const std::string& path : files.paths) arrays.push_back(io::open_array(path, options));
  for (const io::Shards& each : files.shards) arrays.push_back(io::open_shards(each, options));
  for (io::StoredArray& array : arrays) {
    // The header of votes names members.
    if (files.input == Input::votes && array.decimals) array.class_names.clear();
  }
  const bool any_archive = std::any_of(arrays.begin(), arrays.end(),
                                       [](const io::StoredArray& each) { return each.in_archive; });
  if (!files.key.empty() && !any_archive) {
    throw_usage(argument("key") +
                " selects an array by name, and none of the files has names; leave it out");
  }
  return arrays;
}

// Tables that name their columns may have other columns, or have them in another order.
bool may_differ_in_classes(const io::StoredArray& a, const io::StoredArray& b) {
  return a.decimals && b.decimals && !a.class_names.empty() && !b.class_names.empty() &&
         a.shape.size() == b.shape.size() &&
         std::equal(a.shape.begin(), a.shape.end() - 1, b.shape.begin());
}

// One note for all files that it is true of, where it differs only in the file.
std::vector<std::string> notes_of_arrays(const std::vector<io::StoredArray>& arrays) {
  std::vector<std::string> notes;
  std::set<std::string> told;
  for (const io::StoredArray& array : arrays) {
    for (const std::string& note : array.notes) {
      const std::string what = note.substr(array.label.size());
      if (!note.starts_with(array.label) || !told.insert(what).second) continue;
      const auto n_others =
          std::count_if(arrays.begin(), arrays.end(), [&](const io::StoredArray& other) {
            return &other != &array && std::find(other.notes.begin(), other.notes.end(),
                                                 other.label + what) != other.notes.end();
          });
      notes.push_back(array.label + (n_others == 0 ? "" : fmt::format(" and {} more", n_others)) +
                      what);
    }
  }
  return notes;
}

// Several files are members or runs, never rows.
std::string rows_elsewhere(bool in_memory) {
  return std::string("; if they hold different rows, ") +
         (in_memory ? "concatenate them" : "read them with " + argument("shards"));
}

void check_alike(const std::vector<io::StoredArray>& arrays, bool in_memory) {
  const io::StoredArray& first = arrays.front();
  for (const io::StoredArray& array : arrays) {
    if (array.shape != first.shape && !may_differ_in_classes(array, first)) {
      throw_data(array.label + ": shape " + shape_text(array.shape) + " differs from " +
                 shape_text(first.shape) + " of " + first.label +
                 ": all files must hold the same instances and classes" +
                 rows_elsewhere(in_memory));
    }
    detail::check_same_rows({array.label, array.row_ids}, {first.label, first.row_ids});
    if (array.dtype != first.dtype || array.byte_swapped != first.byte_swapped ||
        array.fortran_order != first.fortran_order) {
      throw_data(array.label + ": " + std::string(name(array.dtype)) + " in " +
                 (array.fortran_order ? "Fortran" : "C") + " order differs from " + first.label +
                 " (" + std::string(name(first.dtype)) + "): store all files in the same way");
    }
  }
}

// What there is to know of an array in memory, without its bytes.
std::vector<io::StoredArray> describe(const std::vector<ArrayView>& views,
                                      const PredictionFiles& said) {
  if (views.empty()) throw_usage("no predictions were given");
  std::vector<io::StoredArray> arrays(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    arrays[i].label = said.paths[i];
    arrays[i].dtype = views[i].dtype;
    arrays[i].byte_swapped = views[i].byte_swapped;
    arrays[i].shape = views[i].shape;
    // The columns of votes are members.
    if (i < said.array_class_names.size() && said.input != Input::votes) {
      arrays[i].class_names = said.array_class_names[i];
    }
    if (i < said.array_row_ids.size()) arrays[i].row_ids = said.array_row_ids[i];
    if (i < said.array_notes.size()) arrays[i].notes = said.array_notes[i];
    for (const std::size_t length : views[i].shape) {
      if (length > 0) continue;
      throw_data(arrays[i].label + ": the array is empty (" + shape_text(views[i].shape) + ")");
    }
  }
  return arrays;
}

std::vector<std::string> numbered(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < n; ++k) names.push_back(std::to_string(k));
  return names;
}

std::size_t length_of(const io::StoredArray& array, const std::string& axes, char axis) {
  const std::size_t place = axes.find(axis);
  return place == std::string::npos ? 1 : array.shape[place];
}

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
  if (files.look_for_labels && !files.labels) said.labels_beside = labels_beside(files.paths);
  return said;
}

std::vector<detail::ProbedArray> probe_all(const std::vector<io::StoredArray>& arrays,
                                           const std::vector<ArrayView>& views) {
  std::vector<detail::ProbedArray> probed;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    probed.push_back(views.empty() ? detail::probe(arrays[i])
                                   : detail::probe(views[i], arrays[i].label));
  }
  return probed;
}

bool is_sample(Input input) {
  return input == Input::probs || input == Input::logits;
}

detail::KnownLengths known_lengths(const OtherFiles& said, const io::StoredArray& first) {
  const PredictionFiles& files = said.files;
  detail::KnownLengths known;
  if (!said.labels_beside.empty()) known.n = said.labels_beside[0].entries.size();
  if (files.labels) {
    known.n = files.labels->size();
    for (const double label : files.labels->numbers) {
      if (label < most_classes) known.least_k = std::max(known.least_k, label + 1);
    }
  }
  if (files.ids) known.n = files.ids->size();
  known.m = files.member_weights.empty() ? said.n_members : files.member_weights.size();
  known.k = !first.class_names.empty()   ? first.class_names.size()
            : !files.class_names.empty() ? files.class_names.size()
                                         : said.n_classes;
  return known;
}

// What an array with another number of axes may be, and what to do with it.
std::string other_axes_hint(std::size_t n_axes, Input input, bool in_memory) {
  if (n_axes == 4 && is_sample(input)) {
    return std::string("for several runs give one array per run, ") +
           (in_memory ? "list(a)" : "each in a file");
  }
  if (n_axes == 3) {
    return input == Input::votes
               ? "of one-hot votes give a.argmax(axis=-1)"
               : "an ensemble of Dirichlets is not measured as one: give one member, or the "
                 "members' mean probabilities, a / a.sum(axis=-1, keepdims=True), as " +
                     argument("input", "probs");
  }
  if (n_axes != 1) return "give one number per row, member and class";
  return "of votes stack the members, numpy.stack(votes, axis=1); of the probability p of one of "
         "two classes, numpy.stack([1 - p, p], axis=-1); labels go into " +
         argument("labels");
}

bool has_lengths(const io::StoredArray& array, const std::string& axes, const OtherFiles& said) {
  return (axes.find('m') == std::string::npos || length_of(array, axes, 'm') == said.n_members) &&
         (axes.find('k') == std::string::npos || length_of(array, axes, 'k') == said.n_classes);
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
    : PredictionSet(others, open_all(others.files), std::vector<ArrayView>()) {}

PredictionSet::PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said)
    : PredictionSet(arrays, OtherFiles{said}) {}

PredictionSet::PredictionSet(const std::vector<ArrayView>& arrays, const OtherFiles& others)
    : PredictionSet(others, describe(arrays, others.files), arrays) {}

PredictionSet::PredictionSet(const OtherFiles& said, std::vector<io::StoredArray> arrays,
                             std::vector<ArrayView> views)
    : files_(said.files) {
  check_alike(arrays, !views.empty());
  notes_ = notes_of_arrays(arrays);
  find_axes(said, arrays, views);
  note_probabilities(arrays, views);
  check_cuts(arrays, axes_);
  const io::StoredArray first = arrays.front();
  const bool sample = is_sample(files_.input);
  const bool files_are_members = first.shape.size() == 2 && sample && arrays.size() > 1;
  n_instances_ = length_of(first, axes_, 'n');
  rows_ = files_.share.of(n_instances_);
  const bool has_members = sample || files_.input == Input::votes;
  n_members_ = !has_members ? 0 : files_are_members ? arrays.size() : length_of(first, axes_, 'm');
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
  if (is_alone && !is_in_memory()) note_several_files(files_are_members);
  if (is_alone && files_.n_classes != 0 && files_.input != Input::votes) {
    notes_.push_back(argument("n_classes") + " has no effect: it is for votes");
  }
  has_one_member_alone_ = is_alone && n_members_ == 1;
  if (files_.input == Input::votes) name_votes(first);
  read_entries(said);
}

void PredictionSet::find_axes(const OtherFiles& said, const std::vector<io::StoredArray>& arrays,
                              const std::vector<ArrayView>& views) {
  const io::StoredArray& first = arrays.front();
  const std::size_t n_axes = first.shape.size();
  const bool sample = is_sample(files_.input);
  if (n_axes != 2 && !(n_axes == 3 && sample)) {
    throw_data(first.label + ": input " + std::string(name(files_.input)) + " has " +
               (sample ? "2 axes (one member) or 3" : "2 axes") + ", this array has " +
               std::to_string(n_axes) + " (" + shape_text(first.shape) +
               "): " + other_axes_hint(n_axes, files_.input, !views.empty()));
  }
  if (!files_.axes.empty()) {
    const std::string expected = n_axes == 3 ? "nmk" : files_.input == Input::votes ? "nm" : "nk";
    static_cast<void>(parse_axes(files_.axes, expected));
    axes_ = files_.axes;
    return;
  }
  if (said.likely_axes.size() == n_axes && has_lengths(first, said.likely_axes, said)) {
    axes_ = said.likely_axes;
    return;
  }
  detail::InferredAxes inferred = detail::infer_axes(
      probe_all(arrays, views), files_.input, files_.renormalize, known_lengths(said, first));
  axes_ = std::move(inferred.axes);
  if (!inferred.note.empty()) notes_.push_back(std::move(inferred.note));
}

// Probabilities that somebody calls logits give numbers, only wrong ones.
void PredictionSet::note_probabilities(const std::vector<io::StoredArray>& arrays,
                                       const std::vector<ArrayView>& views) {
  if (files_.input == Input::probs || files_.input == Input::votes) return;
  if (!detail::look_like_probabilities(probe_all(arrays, views), axes_)) return;
  notes_.push_back(arrays.front().label + ": is read as " + std::string(name(files_.input)) +
                   ", but its rows sum to 1: if these are probabilities, use " +
                   argument("input", "probs"));
}

std::vector<std::vector<std::size_t>> PredictionSet::align(
    const OtherFiles& said, const std::vector<io::StoredArray>& arrays) {
  std::vector<detail::NamedClasses> named;
  for (const io::StoredArray& array : arrays) {
    named.push_back({array.label, array.class_names, length_of(array, axes_, 'k')});
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
  class_names_ = has_class_names_ ? std::move(aligned.names) : numbered(n_classes_);
  return std::move(aligned.orders);
}

// A vote is the number of a class, so that names only name.
void PredictionSet::name_votes(const io::StoredArray& first) {
  detail::check_n_classes(files_.n_classes);
  class_names_ = files_.class_names.empty() ? first.class_names : files_.class_names;
  has_class_names_ = !class_names_.empty();
  n_classes_ = files_.n_classes != 0 ? files_.n_classes : class_names_.size();
  if (n_classes_ == 0) n_classes_ = count_vote_classes();
  if (!has_class_names_) class_names_ = numbered(n_classes_);
  class_names_ =
      detail::align_classes(std::vector<detail::NamedClasses>{{first.label, {}, n_classes_}},
                            class_names_, {})
          .names;
}

std::size_t PredictionSet::count_vote_classes() {
  std::size_t n_classes = 2;
  std::vector<bool> occurs;
  std::vector<std::byte> buffer;
  for (std::size_t run = 0; run < n_runs(); ++run) {
    for (std::size_t first = 0; first < n_instances_; first += block_rows()) {
      const std::size_t last = std::min(n_instances_, first + block_rows());
      const Predictions votes = read(run, first, last, buffer);
      n_classes = std::max(n_classes, votes.n_classes());
      occurs.resize(n_classes);
      for (std::size_t i = 0; i < votes.n_instances(); ++i) {
        for (std::size_t m = 0; m < n_members_; ++m) {
          const double vote = votes.array().at(std::array{i, m, std::size_t{0}});
          if (vote >= 0) occurs[static_cast<std::size_t>(vote)] = true;
        }
      }
    }
  }
  note_no_zero(runs_.front().arrays.front().label, "vote", occurs);
  return n_classes;
}

// How several files are read, which nobody said.
void PredictionSet::note_several_files(bool are_members) {
  const std::vector<std::string>& paths = files_.paths;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (paths[i] == "-" || !io::is_same_file(paths[i], paths[j])) continue;
      notes_.push_back(paths[i] + ": is given twice");
      return;
    }
  }
  if (paths.size() < 2) return;
  notes_.push_back(fmt::format("{} files: read as {} {}{}", paths.size(), paths.size(),
                               are_members ? "members of one ensemble" : "runs",
                               rows_elsewhere(false)));
}

std::vector<std::string> PredictionSet::notes_after_reading() const {
  if (!has_one_member_alone_) return {};
  return {
      "there is only one member: epistemic uncertainty from the spread of members is 0 by "
      "construction"};
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
  constexpr std::uint64_t wanted_bytes = std::uint64_t{8} << 20U;
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
