// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "analysis/infer_axes.h"
#include "qualm/analysis.h"
#include "qualm/error.h"

namespace qualm {
namespace {

std::vector<io::StoredArray> open_all(const PredictionFiles& files) {
  if (files.paths.empty()) throw_usage("no predictions were given: name a .npy, .npz or .csv file");
  if (std::count(files.paths.begin(), files.paths.end(), "-") > 1) {
    throw_usage("'-' (standard input) can be read only once");
  }
  std::vector<io::StoredArray> arrays;
  for (const std::string& path : files.paths) {
    arrays.push_back(io::open_array(path, {files.key, "--key", "predictions"}));
  }
  return arrays;
}

void check_alike(const std::vector<io::StoredArray>& arrays) {
  const io::StoredArray& first = arrays.front();
  for (const io::StoredArray& array : arrays) {
    if (array.shape != first.shape) {
      throw_data(array.label + ": shape " + shape_text(array.shape) + " differs from " +
                 shape_text(first.shape) + " of " + first.label +
                 ": all files must hold the same instances and classes");
    }
    if (array.dtype != first.dtype || array.byte_swapped != first.byte_swapped ||
        array.fortran_order != first.fortran_order) {
      throw_data(array.label + ": " + std::string(name(array.dtype)) + " in " +
                 (array.fortran_order ? "Fortran" : "C") + " order differs from " + first.label +
                 " (" + std::string(name(first.dtype)) + "): store all files alike");
    }
  }
}

// What there is to know of an array in memory, without its bytes.
std::vector<io::StoredArray> describe(const std::vector<ArrayView>& views,
                                      const PredictionFiles& said) {
  if (views.empty()) throw_usage("no predictions were given");
  if (said.axes.empty()) throw_usage("say what each axis is, such as --axes nmk");
  std::vector<io::StoredArray> arrays(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    arrays[i].label = said.paths[i];
    arrays[i].dtype = views[i].dtype;
    arrays[i].byte_swapped = views[i].byte_swapped;
    arrays[i].shape = views[i].shape;
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

}  // namespace

PredictionSet::PredictionSet(const PredictionFiles& files)
    : PredictionSet(files, open_all(files), std::vector<ArrayView>()) {}

PredictionSet::PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said)
    : PredictionSet(said, describe(arrays, said), arrays) {}

PredictionSet::PredictionSet(PredictionFiles files, std::vector<io::StoredArray> arrays,
                             std::vector<ArrayView> views)
    : files_(std::move(files)) {
  check_alike(arrays);
  const io::StoredArray first = arrays.front();
  const std::size_t n_axes = first.shape.size();
  const bool sample = files_.input == Input::probs || files_.input == Input::logits;
  if (n_axes != 2 && !(n_axes == 3 && sample)) {
    throw_data(first.label + ": input " + std::string(name(files_.input)) + " has " +
               (sample ? "2 axes (one member) or 3" : "2 axes") + ", this array has " +
               std::to_string(n_axes) + " (" + shape_text(first.shape) + ")");
  }
  const std::string expected = n_axes == 3 ? "nmk" : files_.input == Input::votes ? "nm" : "nk";
  if (files_.axes.empty() && files_.likely_axes.size() == n_axes) files_.axes = files_.likely_axes;
  if (files_.axes.empty()) {
    detail::InferredAxes inferred = detail::infer_axes(first, files_.input, files_.renormalize);
    axes_ = std::move(inferred.axes);
    if (!inferred.note.empty()) notes_.push_back(std::move(inferred.note));
  } else {
    static_cast<void>(parse_axes(files_.axes, expected));
    axes_ = files_.axes;
  }

  const bool files_are_members = n_axes == 2 && sample && arrays.size() > 1;
  n_instances_ = length_of(first, axes_, 'n');
  const bool has_members = sample || files_.input == Input::votes;
  n_members_ = !has_members ? 0 : files_are_members ? arrays.size() : length_of(first, axes_, 'm');
  if (files_are_members) {
    runs_.push_back({std::move(arrays), std::move(views)});
  } else {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      runs_.push_back({{arrays[i]}, {}});
      if (!views.empty()) runs_.back().views = {views[i]};
    }
  }
  if (n_members_ == 1) {
    notes_.push_back("there is one member only: epistemic uncertainty is 0 by construction");
  }

  n_classes_ = length_of(first, axes_, 'k');
  class_names_ = files_.class_names.empty() ? first.class_names : files_.class_names;
  if (files_.input == Input::votes) {
    n_classes_ = files_.n_classes != 0 ? files_.n_classes : class_names_.size();
    if (n_classes_ == 0) n_classes_ = count_vote_classes();
  }
  name_classes();
}

void PredictionSet::name_classes() {
  if (class_names_.empty()) class_names_ = numbered(n_classes_);
  if (class_names_.size() != n_classes_ && files_.class_names.empty()) {
    throw_data(runs_.front().arrays.front().label + ": the file names " +
               std::to_string(class_names_.size()) + " classes, but there are " +
               std::to_string(n_classes_) + ": give the names with --class-names");
  }
  if (class_names_.size() != n_classes_) {
    throw_usage("--class-names has " + std::to_string(class_names_.size()) +
                " names, but there are " + std::to_string(n_classes_) + " classes");
  }
  std::set<std::string_view> seen;
  for (const std::string& name : class_names_) {
    if (!seen.insert(name).second) {
      throw_usage("two classes are called '" + name + "': give each a name of its own");
    }
  }
}

std::size_t PredictionSet::count_vote_classes() const {
  std::size_t n_classes = 2;
  std::vector<std::byte> buffer;
  for (std::size_t run = 0; run < n_runs(); ++run) {
    for (std::size_t first = 0; first < n_instances_; first += block_rows()) {
      const std::size_t last = std::min(n_instances_, first + block_rows());
      n_classes = std::max(n_classes, read(run, first, last, buffer).n_classes());
    }
  }
  return n_classes;
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
