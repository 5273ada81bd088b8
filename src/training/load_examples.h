// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "qualm/datasets/load.h"
#include "qualm/training/plan.h"

namespace qualm::training {

struct ExamplesRequest {
  std::string dataset;    ///< a name or a path
  std::string data_dir;   ///< where to look first; may be empty
  std::string labels;     ///< file of labels for a path; may be empty
  std::string split;      ///< "train" or "test"
  std::size_t limit = 0;  ///< only the first rows; 0: all
  std::string rows = {};  ///< file with the numbers of the rows wanted, in this order; empty: all
  bool needs_labels = true;
  FloatPixels float_pixels = FloatPixels::rounded;
};

/// Finds and reads a data set. Throws what load_dataset throws, and data if labels are needed and
/// not there. `notes` gets what people should be told.
[[nodiscard]] Examples load_examples(const ExamplesRequest& request,
                                     std::vector<std::string>& notes);

/// Numbers the labels by the classes that an ensemble has learnt: by name, or as they are if the
/// examples name no classes. Returns the first label that is no such class, and changes nothing
/// then, as for data out of distribution.
[[nodiscard]] std::optional<std::string> align_labels(Examples& examples,
                                                      const std::vector<std::string>& class_names);

/// Brings named features into the order of those that an ensemble was trained on, and leaves out
/// others. Throws data if one is missing.
void align_features(Examples& examples, const std::vector<std::string>& names);

}  // namespace qualm::training
