// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "other_sets.h"
#include "prediction_options.h"
#include "qualm/page.h"

namespace qualm::cli {

/// What `qualm report` and `qualm serve` share.
struct PageArguments {
  page::Job job;
  PredictionArguments predictions{job.measured};
  std::vector<std::string> ood;     ///< NAME=FILE as given
  std::vector<std::string> images;  ///< FILE, or NAME=FILE with a name of --ood
  std::string images_key;
};
/// Adds all but the options of output; `arguments` must outlive the parse.
void add_page_options(CommandBuilder& command, PageArguments& arguments);

/// Every file that the command reads.
[[nodiscard]] std::vector<std::string> input_paths(const PageArguments& arguments);

/// Opens every file. Throws usage, data or system.
[[nodiscard]] page::Request open_request(PageArguments& arguments, const Listener& listener);

}  // namespace qualm::cli
