// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/text_layout.h"

namespace qualm::report {

/// A table for people: the first column on the left, the others aligned on the right. Names from
/// files must be made printable before.
class TextTable {
 public:
  struct Cell {
    std::string text;
    Ink ink = Ink::plain;
  };

  /// The first `n_keys` columns say what a row is about.
  explicit TextTable(std::vector<std::string> titles, std::size_t n_keys = 1)
      : titles_(std::move(titles)), n_keys_(n_keys) {}
  void row(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }

  /// Lines no wider than `width` columns (0: as wide as need be): columns that do not fit follow in
  /// further blocks below, each with the keys again.
  [[nodiscard]] std::string text(std::size_t width, bool color) const;

 private:
  [[nodiscard]] std::size_t column_width(std::size_t column) const;
  /// The keys and the columns from `first` to before `end`.
  [[nodiscard]] std::string block(const std::vector<std::size_t>& widths, std::size_t first,
                                  std::size_t end, bool color) const;

  std::vector<std::string> titles_;
  std::size_t n_keys_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace qualm::report
