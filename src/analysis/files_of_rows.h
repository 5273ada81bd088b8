// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/analysis/prediction_set.h"

namespace qualm::detail {

/// Files with one number for each of the same rows. Those that identify their rows are compared.
class FilesOfRows {
 public:
  /// The files that a set of predictions was read from.
  void add(const PredictionSet& set);
  /// Throws as check_same_rows does, if a file that was added before has other rows.
  void add(const io::StoredArray& file);

  /// On columns that are left out, and on those that identify rows but were not compared.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::vector<IdentifiedRows> tables_;
  std::size_t n_known_ = 0;  // tables of predictions, which come first
  std::vector<std::string> notes_;
};

}  // namespace qualm::detail
