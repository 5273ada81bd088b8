// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "array/exact_sum.h"
#include "qualm/analysis.h"
#include "qualm/report.h"

namespace qualm::report {

/// Total, aleatoric, epistemic of one family; NaN where it has no such part.
using ThreeParts = std::array<double, 3>;

/// An instance worth showing.
struct TopRow {
  double score = 0;
  std::size_t row = 0;
  std::uint32_t predicted = 0;
  std::vector<ThreeParts> families;
  /// With per-class values: the classes with the greatest total, and each family's values there
  /// (an empty list for a family without).
  struct Class {
    std::size_t index = 0;
    std::vector<std::vector<double>> families;
  };
  std::vector<Class> classes;
  std::string name = {};   ///< what the row is called
  std::string label = {};  ///< the name of its class
};

/// The rows with the greatest score, the earlier one where tied, out of any number of blocks; and
/// the mean of every part over all rows. Memory does not grow with the rows seen.
class TopRows {
 public:
  /// `sort_family` is an index into the families measured; at most `top` rows are kept.
  TopRows(std::size_t sort_family, Part sort_part, std::size_t top);

  void add(const MeasuredBlock& block);
  /// Puts what all processes have seen together in the first one.
  void join(Group& group);
  /// Gives each row kept its name, and its label or an empty text.
  void name_rows(const std::function<std::string(std::size_t row)>& name,
                 const std::function<std::string(std::size_t row)>& label);
  /// The greatest score first.
  [[nodiscard]] std::vector<TopRow> sorted() const;
  [[nodiscard]] std::vector<ThreeParts> means() const;
  [[nodiscard]] std::size_t n_seen() const noexcept { return n_seen_; }

 private:
  void keep(TopRow row);
  [[nodiscard]] TopRow make_row(const MeasuredBlock& block, std::size_t i) const;

  std::size_t sort_family_;
  Part sort_part_;
  std::size_t top_;
  std::size_t n_seen_ = 0;
  std::vector<TopRow> heap_;  // the least of the kept ones in front
  std::vector<std::array<ExactSum, 3>> sums_;
};

}  // namespace qualm::report
