// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "qualm/group.h"
#include "qualm/measures.h"

namespace qualm {

/// Collects values that a search could not settle, for a note per measure or extra.
class UndecidedRows {
 public:
  /// From any thread.
  void add(const Undecided& value);
  /// Puts what all processes have seen together in the first one.
  void add_up(Group& group);
  /// "credal-interval is NaN in 2 rows, ...", with the bracket of the first row.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::mutex mutex_;
  std::map<std::string, std::map<std::size_t, Undecided>> rows_;  // by name
};

}  // namespace qualm
