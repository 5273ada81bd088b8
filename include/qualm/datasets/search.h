// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/datasets/registry.h"

namespace qualm {

/// The files of one split of a data set found in a folder.
struct FoundSplit {
  std::string split;
  std::string folder;
  std::vector<std::string> paths;    ///< one for each file of the split; "" where missing
  std::vector<std::string> missing;  ///< names of missing files

  [[nodiscard]] bool is_whole() const noexcept { return missing.empty(); }
  [[nodiscard]] bool is_absent() const noexcept { return missing.size() == paths.size(); }
};

/// Result of a search in all folders.
struct FoundDataset {
  const DatasetInfo* info = nullptr;
  std::vector<std::string> looked_in;  ///< all folders searched, in order
  std::vector<FoundSplit>
      splits;  ///< in registry order: the first complete folder, else the one with most files
};

/// The folders to search for data set folders, in order: `data_dir` (where not empty),
/// QUALM_DATA, $XDG_DATA_HOME/qualm (else ~/.local/share/qualm), /usr/share/datasets.
[[nodiscard]] std::vector<std::string> dataset_places(const std::string& data_dir);
/// The first of them that is writable by design: the download folder. Throws usage if there is
/// none.
[[nodiscard]] std::string dataset_home(const std::string& data_dir);

/// PLACE/<name>, or PLACE itself if it is called <name>.
[[nodiscard]] std::string dataset_folder(const DatasetInfo& info, const std::string& place);

/// Searches the data set's folder in every place, by file name, gzipped or not; no file is opened.
[[nodiscard]] FoundDataset find_dataset(const DatasetInfo& info, const std::string& data_dir = "");
/// Searches one folder, or the folder that the authors' archive unpacks to in it.
[[nodiscard]] FoundSplit find_split(const DatasetSplit& split, const std::string& folder);

}  // namespace qualm
