// SPDX-License-Identifier: Apache-2.0
#include "qualm/datasets/search.h"

#include <cstdlib>
#include <filesystem>

#include "qualm/error.h"

namespace qualm {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? "" : value;
}

/// Where this user's programs keep data, by the XDG base directory rule; "" without a home.
std::string user_folder() {
  const std::string data_home = environment("XDG_DATA_HOME");
  if (data_home.starts_with('/')) return data_home + "/qualm";
  const std::string home = environment("HOME");
  return home.empty() ? "" : home + "/.local/share/qualm";
}

std::vector<std::string> own_places(const std::string& data_dir) {
  std::vector<std::string> places;
  for (const std::string& place : {data_dir, environment("QUALM_DATA"), user_folder()}) {
    if (!place.empty()) places.push_back(place);
  }
  return places;
}

/// The names that a file goes by: as published, unpacked, and unpacked by programs that write a
/// point before "idx".
std::vector<std::string> names_of(std::string_view published) {
  std::vector<std::string> names{std::string(published)};
  if (!published.ends_with(".gz")) return names;
  names.emplace_back(published.substr(0, published.size() - 3));
  std::string pointed = names.back();
  if (const std::size_t dash = pointed.find("-idx"); dash != std::string::npos) {
    pointed[dash] = '.';
    names.push_back(pointed);
  }
  return names;
}

std::string find_file(const std::string& folder, std::string_view published) {
  for (const std::string& name : names_of(published)) {
    const fs::path path = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  return "";
}

FoundSplit look_into(const DatasetSplit& split, const std::string& folder) {
  FoundSplit found{std::string(split.name), folder, {}, {}};
  for (const DatasetFile& file : split.files) {
    found.paths.push_back(find_file(folder, file.name));
    if (found.paths.back().empty()) found.missing.emplace_back(file.name);
  }
  return found;
}

}  // namespace

std::vector<std::string> dataset_places(const std::string& data_dir) {
  std::vector<std::string> places = own_places(data_dir);
  places.emplace_back("/usr/share/datasets");
  return places;
}

std::string dataset_home(const std::string& data_dir) {
  const std::vector<std::string> places = own_places(data_dir);
  if (places.empty()) {
    throw_usage("there is no home folder for data: specify a folder with " + argument("data_dir"));
  }
  return places.front();
}

std::string dataset_folder(const DatasetInfo& info, const std::string& place) {
  const fs::path path = fs::path(place).lexically_normal();
  const fs::path last = path.has_filename() ? path.filename() : path.parent_path().filename();
  return last == info.name ? path.string() : (path / info.name).string();
}

FoundSplit find_split(const DatasetSplit& split, const std::string& folder) {
  FoundSplit best = look_into(split, folder);
  for (const char* const inner : {"cifar-10-batches-bin", "gzip", "raw"}) {
    if (best.is_whole()) break;
    FoundSplit found = look_into(split, folder + "/" + inner);
    if (found.missing.size() < best.missing.size()) best = std::move(found);
  }
  return best;
}

FoundDataset find_dataset(const DatasetInfo& info, const std::string& data_dir) {
  FoundDataset found{&info, {}, {}};
  for (const std::string& place : dataset_places(data_dir)) {
    found.looked_in.push_back(dataset_folder(info, place));
  }
  for (const DatasetSplit& split : info.splits) {
    FoundSplit best = find_split(split, found.looked_in.front());
    for (const std::string& folder : found.looked_in) {
      FoundSplit here = find_split(split, folder);
      if (here.missing.size() < best.missing.size()) best = std::move(here);
    }
    found.splits.push_back(std::move(best));
  }
  return found;
}

}  // namespace qualm
