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
      {};  ///< an address (http, https) or a folder to take files from; "": the authors'
  std::vector<std::string> splits = {};  ///< empty: all
};

struct GotFile {
  std::string name;
  std::string path;
  std::string from;     ///< address; "" if it was there already
  FileVerdict verdict;  ///< right, or unknown where no sum is known
};

/// Whom to tell what. `starts` is called with each address before it is asked.
struct GetListener {
  std::function<void(const std::string& address)> starts;
  Progress progress;
};

/// Downloads the files of a data set that are not there yet, or not the right ones. Each is written
/// to NAME.part, which a later call resumes, verified, and then takes its name.
/// Throws system if no address has it or the disk is full, data if all that can be had is
/// something else, interrupted (the part stays).
std::vector<GotFile> get_dataset(const DatasetInfo& info, const GetRequest& request,
                                 const GetListener& listener = {});

}  // namespace qualm
