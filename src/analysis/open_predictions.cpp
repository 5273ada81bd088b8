// SPDX-License-Identifier: Apache-2.0
#include "analysis/open_predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/same_rows.h"
#include "predictions/place.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

// Tables that name their columns may have other columns, or have them in another order.
bool may_differ_in_classes(const io::StoredArray& a, const io::StoredArray& b) {
  return a.decimals && b.decimals && !a.class_names.empty() && !b.class_names.empty() &&
         a.shape.size() == b.shape.size() &&
         std::equal(a.shape.begin(), a.shape.end() - 1, b.shape.begin());
}

}  // namespace

std::vector<io::StoredArray> open_predictions(const PredictionFiles& files) {
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

std::vector<io::StoredArray> describe_arrays(const std::vector<ArrayView>& views,
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
                 shape_text(first.shape) + " of " + first.label + ": " +
                 (array.shape.size() == 1 && first.shape.size() > 1
                      ? "if these are labels, give them as " + argument("labels")
                      : std::string("all ") + (in_memory ? "arrays" : "files") +
                            " must hold the same instances and classes" +
                            rows_elsewhere(in_memory)));
    }
    io::check_same_rows({array.label, array.row_ids}, {first.label, first.row_ids});
    if (array.dtype != first.dtype || array.byte_swapped != first.byte_swapped) {
      const auto type_of = [](const io::StoredArray& each) {
        return std::string(name(each.dtype)) + (each.byte_swapped ? " in another byte order" : "");
      };
      throw_data(
          array.label + ": " + type_of(array) + " differs from " + first.label + " (" +
          type_of(first) + "): " +
          (in_memory ? "give all arrays in the same type" : "store all files in the same way"));
    }
  }
}

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

}  // namespace qualm::detail
