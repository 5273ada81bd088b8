// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "add_options.h"
#include "label_options.h"
#include "other_sets.h"
#include "prediction_options.h"
#include "qualm/page.h"

namespace qualm::cli {

/// What `qualm report` and `qualm serve` share.
struct PageArguments {
  PredictionArguments predictions;
  LabelArguments labels;
  std::vector<std::string> ood;     ///< NAME=FILE as given
  std::vector<std::string> images;  ///< FILE, or NAME=FILE with a name of --ood
  std::string images_key, title;
  std::size_t rows = 2000;
};
/// Adds all but the options of output; `arguments` must outlive the parse.
void add_page_options(CommandBuilder& command, PageArguments& arguments);

/// Every file that the command reads.
[[nodiscard]] std::vector<std::string> input_paths(const PageArguments& arguments);

/// What a page points to, opened.
struct PageMaterial {
  std::optional<PredictionSet> in;
  std::vector<std::pair<std::string, PredictionSet>> others;
  std::vector<std::optional<PictureFile>> pictures;
  std::unique_ptr<page::Page> page;
};
/// Opens and measures everything. Throws usage, data or system.
[[nodiscard]] std::unique_ptr<PageMaterial> make_page(PageArguments& arguments);

}  // namespace qualm::cli
