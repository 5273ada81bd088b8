// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "qualm/measures.h"

namespace qualm::detail {

/// Measures one instance after another by the definitions of families, member by member: those
/// families of the result that no kernel and no closed form is for. Keeps its memory from one
/// instance to the next. The rows must be such that check_rows accepts them.
class MemberMeasurer {
 public:
  /// `is_mine`: which families.
  MemberMeasurer(const Predictions& predictions, const MeasureOptions& options, Measures& result,
                 bool (*is_mine)(const Family&));

  [[nodiscard]] bool has_work() const noexcept { return !tasks_.empty(); }
  void operator()(std::size_t instance);

 private:
  struct Task {
    FamilyResult* result;
    double scale, epistemic_factor;
    bool wants_parts;
    std::vector<double> extra_scales;
  };
  void read_members(std::size_t instance);
  void average_classes();
  void average_near_one(std::size_t k);
  // What a value is of, for messages.
  struct Asked {
    std::string_view measure, extra, unit;
    double scale;
    std::size_t row;
  };
  template <class Call>
  auto in_row(const Asked& asked, const Call& call) const -> std::optional<decltype(call())>;
  void store_parts(const Task& task, std::size_t instance);
  void store_extras(const Task& task, std::size_t instance);

  const Predictions& predictions_;
  std::function<void(const Undecided&)> undecided_;
  std::vector<Task> tasks_;
  std::vector<double> points_, differences_, rests_, mean_, mean_rest_, terms_;
  std::vector<double> least_, shift_;  // per class: the least member, and the mean over it
  Members members_;                    // where the members are
};

/// By of_members, else by entropy and divergence. Sums over members do not depend on their order.
/// `terms`: M places to work in.
[[nodiscard]] PartValues measure_members(const Measure& measure, const Members& members,
                                         std::span<double> terms);

}  // namespace qualm::detail
