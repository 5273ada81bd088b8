// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/datasets/registry.h"

namespace qualm {

/// What is in a folder of one split of a data set.
struct FoundSplit {
  std::string split;
  std::string folder;
  std::vector<std::string> paths;    ///< one for each file of the split; "" where missing
  std::vector<std::string> missing;  ///< names of the files that are not there

  [[nodiscard]] bool is_whole() const noexcept { return missing.empty(); }
  [[nodiscard]] bool is_absent() const noexcept { return missing.size() == paths.size(); }
};

/// What a search of all places has found.
struct FoundDataset {
  const DatasetInfo* info = nullptr;
  std::vector<std::string> looked_in;  ///< folders, in order, there or not
  std::vector<FoundSplit>
      splits;  ///< in the registry's order: the first whole one, else the one with most files
};

/// The folders that may hold folders named after data sets, in order: `data_dir` (where not empty),
/// QUALM_DATA, $XDG_DATA_HOME/qualm (else ~/.local/share/qualm), /usr/share/datasets.
[[nodiscard]] std::vector<std::string> dataset_places(const std::string& data_dir);
/// The first of them that is ours to write to: where new files go. Throws usage if there is none.
[[nodiscard]] std::string dataset_home(const std::string& data_dir);

/// PLACE/<name>, or PLACE itself if it is called <name>.
[[nodiscard]] std::string dataset_folder(const DatasetInfo& info, const std::string& place);

/// Looks into the data set's folder of every place. A file counts by its name,
/// gzipped or not; nothing is opened.
[[nodiscard]] FoundDataset find_dataset(const DatasetInfo& info, const std::string& data_dir = "");
/// What is in one folder, or in the one that the authors' archive unpacks to in it.
[[nodiscard]] FoundSplit find_split(const DatasetSplit& split, const std::string& folder);

}  // namespace qualm
