// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "qualm/error.h"
#include "qualm/predictions.h"

namespace qualm::detail {

/// "preds.npy: ", or nothing for an array in memory.
[[nodiscard]] inline std::string file_prefix(const Origin& origin) {
  return origin.file.empty() ? std::string() : origin.file + ": ";
}

/// "preds.npy: row 12, member 3", naming the member's own file where it has one.
[[nodiscard]] inline std::string row_place(const Predictions& predictions, std::size_t instance,
                                           std::size_t member) {
  const Origin& origin = predictions.options().origin;
  std::string text = member < origin.member_files.size() ? origin.member_files[member] + ": "
                                                         : file_prefix(origin);
  text += "row " + std::to_string(origin.first_row + instance);
  if (predictions.n_members() > 1) text += ", member " + std::to_string(member);
  return text;
}

/// For a row that is not what it was when it was checked: arrays in memory are read in place, and
/// another thread can write to them.
[[noreturn]] inline void throw_changed(const Predictions& predictions, std::size_t instance,
                                       std::size_t member) {
  throw_data(row_place(predictions, instance, member) +
             ": changed while it was measured: give an array that no other thread writes to");
}

/// Throws usage if memory for so many classes cannot be meant.
inline void check_n_classes(std::size_t n_classes) {
  if (n_classes <= most_classes) return;
  throw_usage(argument("n_classes", std::to_string(n_classes)) + ": there are at most " +
              std::to_string(most_classes));
}

}  // namespace qualm::detail
