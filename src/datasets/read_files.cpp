// SPDX-License-Identifier: Apache-2.0
#include "datasets/read_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>

#include "datasets/array_content.h"
#include "datasets/cifar_binary.h"
#include "datasets/matlab_pictures.h"
#include "datasets/own_labels.h"
#include "io/idx.h"
#include "io/source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

namespace fs = std::filesystem;

/// The name of an array in an .npz: as asked for, else by custom, else that of the only one.
std::string key_of(const std::string& path, const std::string& asked, const std::string& split,
                   std::initializer_list<const char*> customary) {
  if (!asked.empty()) return asked;
  const std::vector<std::string> names = io::array_names(path);
  for (const char* const name : customary) {
    for (const std::string& candidate : {std::string(name), fmt::format("{}_{}", name, split)}) {
      if (std::find(names.begin(), names.end(), candidate) != names.end()) return candidate;
    }
  }
  return "";
}

void read_arrays(const std::string& path, const DatasetRequest& request, Dataset& into) {
  const std::string key = key_of(path, request.key, request.split,
                                 {"images", "pictures", "x", "X", "features", "data"});
  const io::StoredArray instances = io::open_array(path, {key});
  read_instances(instances, request.limit, request.float_pixels, into);
  if (instances.in_archive) into.class_names = instances.class_names;
  if (instances.names_columns() && !into.features.empty()) {
    into.feature_names = instances.class_names;
    // Without the advice behind the semicolon, which is about classes.
    for (const std::string& note : instances.notes) {
      into.notes.push_back(note.substr(0, note.rfind("; ")));
    }
  }
  if (key.ends_with("_" + request.split)) into.split = request.split;
  std::string labels = request.labels.empty() ? labels_beside(path) : request.labels;
  std::string labels_key = request.labels_key;
  if (labels.empty()) {
    labels_key = key_of(path, labels_key, request.split, {"labels", "y", "Y", "targets"});
    if (labels_key.empty()) return;
    labels = path;
  }
  read_labels(labels, labels_key, request.limit, {instances.label, instances.row_ids}, into);
  if (labels != path) into.files.push_back(labels);
  if (into.labels.size() != into.n_instances()) {
    throw_data(fmt::format("{}: holds {} labels for the {} instances of {}; give one per instance",
                           labels, into.labels.size(), into.n_instances(), path));
  }
}

void read_matlab(const std::string& path, const DatasetRequest& request, Dataset& into) {
  read_matlab_pictures(path, request.limit, into);
}

void read_cifar(const std::string& path, const DatasetRequest& request, Dataset& into) {
  read_cifar_binary(std::span(&path, 1), request.limit, into);
}

/// What reads a file that begins like this. A file of CIFAR-10 begins with a label, like any other
/// file: it is recognised by its length.
struct Reader {
  bool (*knows)(std::string_view start, std::uint64_t size);
  void (*read)(const std::string& path, const DatasetRequest& request, Dataset& into);
};
constexpr Reader readers[] = {
    {[](std::string_view start, std::uint64_t) { return start.starts_with(matlab_magic); },
     read_matlab},
    {[](std::string_view start, std::uint64_t size) {
       return size > 0 && size % cifar_record_bytes == 0 && !start.starts_with("\x93NUMPY") &&
              !start.starts_with("PK\3\4") && !start.starts_with("\x1f\x8b") && !io::is_idx(start);
     },
     read_cifar},
    {[](std::string_view, std::uint64_t) { return true; }, read_arrays},
};

// A pipe cannot be read twice, and a device may never end.
void check_is_file(const std::string& path) {
  std::error_code ignored;
  if (io::can_be_reopened(path) || !fs::exists(path, ignored)) return;
  throw_system(path + ": is not a file: data sets are read more than once; copy it to a file");
}

}  // namespace

std::string labels_beside(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (const auto& [from, to] : {std::pair{"images", "labels"}, std::pair{"idx3", "idx1"}}) {
    const std::size_t place = name.find(from);
    if (place == std::string::npos) return "";
    name.replace(place, std::char_traits<char>::length(from), to);
  }
  const fs::path beside = fs::path(path).parent_path() / name;
  std::error_code ignored;
  return fs::is_regular_file(beside, ignored) ? beside.string() : "";
}

void read_files(std::span<const std::string> paths, const DatasetRequest& request, Dataset& into) {
  into.files.assign(paths.begin(), paths.end());
  for (const std::string& path : paths) check_is_file(path);
  try {
    if (paths.size() > 1) return read_cifar_binary(paths, request.limit, into);
    std::string beginning;
    const io::SourceFile file = io::open_source(
        paths[0], [&](const std::string&, std::string_view start) { beginning = start; });
    for (const Reader& reader : readers) {
      if (reader.knows(beginning, file.bytes->size())) {
        return reader.read(paths[0], request, into);
      }
    }
  } catch (const std::bad_alloc&) {
    throw_system(paths[0] + ": needs more memory than there is");
  }
}

}  // namespace qualm
