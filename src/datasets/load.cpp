// SPDX-License-Identifier: Apache-2.0
#include "qualm/datasets/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "datasets/classes.h"
#include "datasets/read_files.h"
#include "io/text.h"
#include "qualm/datasets/search.h"
#include "qualm/error.h"

namespace qualm {
namespace {

namespace fs = std::filesystem;

const DatasetInfo* find_known(std::string_view name) {
  const auto all = datasets();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string how_to_get(const DatasetInfo& info) {
  std::string remedy = fmt::format("get it with 'qualm data get {}'", info.name);
  if (!info.debian_package.empty()) {
    remedy += fmt::format(" or 'apt install {}'", info.debian_package);
  }
  return remedy;
}

/// Pictures and labels of idx come as a pair of files; the others stand alone, in any number.
void read_split(const DatasetInfo& info, const FoundSplit& found, DatasetRequest request,
                Dataset& into) {
  request.float_pixels = FloatPixels::rounded;  // published pictures are bytes
  std::vector<std::string> paths;
  std::copy_if(found.paths.begin(), found.paths.end(), std::back_inserter(paths),
               [](const std::string& path) { return !path.empty(); });
  if (info.layout == DatasetLayout::idx) {
    request.labels = paths.back();
    paths.pop_back();
  }
  read_files(paths, request, into);
  make_known(info, std::string(found.split), request.limit, paths[0], into);
  if (!found.is_whole()) {
    into.notes.push_back(fmt::format("{} {}: {} missing in {}", info.title, found.split,
                                     fmt::join(found.missing, ", "), found.folder));
  }
}

Dataset load_by_name(const DatasetInfo& info, const DatasetRequest& request) {
  const FoundDataset found = find_dataset(info, request.data_dir);
  for (const FoundSplit& split : found.splits) {
    if (split.split != split_of(info, request.split).name) continue;
    if (split.is_absent()) {
      throw_system(fmt::format("{} {} was not found in {}; {}", info.name, split.split,
                               fmt::join(found.looked_in, ", "), how_to_get(info)));
    }
    if (!split.is_whole()) {
      throw_system(
          fmt::format("{} {} is incomplete in {}: {} missing; {}, or use the files found as {}={}",
                      info.name, split.split, split.folder, fmt::join(split.missing, ", "),
                      how_to_get(info), info.name, split.folder));
    }
    Dataset dataset;
    read_split(info, split, request, dataset);
    return dataset;
  }
  throw Error(ErrorKind::internal, "a split that was not searched");
}

Dataset load_folder(const DatasetInfo& info, const std::string& folder,
                    const DatasetRequest& request) {
  const FoundSplit found = find_split(split_of(info, request.split), folder);
  if (found.is_absent() || (info.layout == DatasetLayout::idx && !found.is_whole())) {
    throw_system(fmt::format("{}: has no {} {}: {} missing; name a folder that has them, or a file",
                             folder, info.name, request.split, fmt::join(found.missing, ", ")));
  }
  Dataset dataset;
  read_split(info, found, request, dataset);
  return dataset;
}

Dataset load_file(const DatasetInfo* info, const std::string& path, DatasetRequest request) {
  Dataset dataset;
  if (info != nullptr) request.float_pixels = FloatPixels::rounded;
  read_files(std::span(&path, 1), request, dataset);
  if (info != nullptr) {
    make_known(*info, request.split, request.limit, io::printable(path, 4096), dataset);
  } else {
    dataset.name = fs::path(path).stem().string();
    name_classes(dataset);
  }
  return dataset;
}

[[noreturn]] void throw_not_there(const std::string& source) {
  if (source.find_first_of("./") == std::string::npos) static_cast<void>(dataset_info(source));
  throw_system(
      fmt::format("{}: no such file; check the path, or use a known data set (qualm data "
                  "list)",
                  io::printable(source, 4096)));
}

}  // namespace

Dataset load_dataset(const DatasetRequest& request) {
  if (const DatasetInfo* info = find_known(request.source)) return load_by_name(*info, request);
  std::string path = request.source;
  const DatasetInfo* info = nullptr;
  const std::size_t equals = path.find('=');
  std::error_code ignored;
  if (equals != std::string::npos && !fs::exists(path, ignored)) {
    info = &dataset_info(path.substr(0, equals));
    path.erase(0, equals + 1);
  }
  if (!fs::exists(path, ignored)) throw_not_there(path);
  if (!fs::is_directory(path, ignored)) return load_file(info, path, request);
  const fs::path folder = fs::canonical(path, ignored);
  if (info == nullptr) info = find_known(folder.filename().string());
  if (info == nullptr) {
    throw_usage(fmt::format("{} is a folder: specify its data set, as in mnist={}",
                            io::printable(path, 4096), io::printable(path, 4096)));
  }
  return load_folder(*info, path, request);
}

}  // namespace qualm
