// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "qualm/datasets/check.h"

namespace qualm {

struct GetRequest {
  std::string data_dir = {};  ///< see dataset_home; files go to its folder <name>
  std::string mirror =
      {};  ///< an address (http, https) or a folder to download from; "": the authors' addresses
  std::vector<std::string> splits = {};  ///< empty: all
};

struct GotFile {
  std::string name;
  std::string path;
  std::string from;     ///< address; "" if it already existed
  FileVerdict verdict;  ///< right, or unknown if there is no checksum
};

/// Callbacks. `starts` is called with each address before the request.
struct GetListener {
  std::function<void(const std::string& address)> starts;
  Progress progress;
};

/// Downloads the missing or wrong files of a data set. Each is written to NAME.part, which a later
/// call resumes, verified, and then renamed. Throws system if no address has it or the disk is
/// full, data if the content is wrong, interrupted (the part is kept).
std::vector<GotFile> get_dataset(const DatasetInfo& info, const GetRequest& request,
                                 const GetListener& listener = {});

}  // namespace qualm
