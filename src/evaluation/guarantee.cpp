// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {
namespace {

/// The thresholds of the calibration rows, tested at one confidence; remembers the best that
/// passed.
class Search {
 public:
  Search(const Tally& calibration, double risk, double delta_of_a_test)
      : tally_(calibration),
        risk_(risk),
        delta_(delta_of_a_test),
        kept_(calibration.n_groups()),
        wrong_(calibration.n_groups()) {
    std::uint32_t rows = 0, errors = 0;
    for (std::size_t i = 0; i < calibration.n_groups(); ++i) {
      kept_[i] = rows += calibration.negatives[i] + calibration.positives[i];
      wrong_[i] = errors += calibration.positives[i];
    }
    result_.confidence = 1 - delta_of_a_test;
  }

  [[nodiscard]] std::size_t n_groups() const { return kept_.size(); }
  [[nodiscard]] std::uint64_t kept(std::size_t group) const { return kept_[group]; }
  [[nodiscard]] std::uint64_t wrong(std::size_t group) const { return wrong_[group]; }
  /// The group that brings the k-th row, and all rows that share its score.
  [[nodiscard]] std::size_t group_of_row(std::uint64_t k) const {
    return static_cast<std::size_t>(std::lower_bound(kept_.begin(), kept_.end(), k) -
                                    kept_.begin());
  }
  [[nodiscard]] double bound(std::size_t group) const {
    return clopper_pearson_upper(wrong_[group], kept_[group], delta_);
  }
  bool test(std::size_t group) {
    const double found = bound(group);
    if (found <= risk_) {
      pass(group);
      return true;
    }
    least_bound_ = std::min(least_bound_, found);
    return false;
  }
  void pass(std::size_t group) {
    best_ = group;
    has_passed_ = true;
  }

  [[nodiscard]] RiskGuarantee result(std::string_view why_none) && {
    if (!has_passed_) {
      result_.bound = least_bound_;
      result_.threshold = evaluation::undefined(std::string(why_none));
      return std::move(result_);
    }
    result_.threshold = evaluation::defined((*tally_.scores)[best_]);
    result_.bound = bound(best_);
    result_.coverage = static_cast<double>(kept_[best_]) / static_cast<double>(tally_.n_rows());
    return std::move(result_);
  }
  [[nodiscard]] double least_bound() const { return least_bound_; }

 private:
  const Tally& tally_;
  double risk_, delta_;
  std::vector<std::uint32_t> kept_, wrong_;  // up to and including each distinct score
  RiskGuarantee result_;
  std::size_t best_ = 0;
  bool has_passed_ = false;
  double least_bound_ = 1;
};

std::string nothing_passed(double risk, double delta, std::uint64_t n, double least_bound) {
  return fmt::format(
      "none of the thresholds that were tested keeps the risk below {} at confidence {} with {} "
      "calibration rows; the least bound found is {:.3g}",
      risk, 1 - delta, n, least_bound);
}

RiskGuarantee by_fixed_sequence(const Tally& calibration, double risk, double delta) {
  Search search(calibration, risk, delta);
  const std::uint64_t n = calibration.n_rows();
  const std::uint64_t without_error = fewest_rows_to_promise(0, risk, delta);
  if (n < without_error) {
    if (search.n_groups() > 0) search.test(search.n_groups() - 1);
    return std::move(search).result(
        fmt::format("no threshold keeps the risk below {} at confidence {} with {} calibration "
                    "rows: at least {} rows are needed, even without errors",
                    risk, 1 - delta, n, without_error));
  }
  // Where to start must not depend on the errors. A start that forgives one error keeps more if
  // there is room for it.
  const std::uint64_t with_one = fewest_rows_to_promise(1, risk, delta);
  std::size_t group = search.group_of_row(2 * with_one <= n ? with_one : without_error);
  bool passes = search.test(group);
  while (passes && ++group < search.n_groups()) {
    // More rows without a further error have a lower bound.
    if (search.wrong(group) == search.wrong(group - 1)) {
      search.pass(group);
    } else {
      passes = search.test(group);
    }
  }
  const std::string why_none = nothing_passed(risk, delta, n, search.least_bound());
  return std::move(search).result(why_none);
}

RiskGuarantee by_binary_search(const Tally& calibration, double risk, double delta) {
  const std::uint64_t n = calibration.n_rows();
  // ceil(log2 n), and one test at least.
  const unsigned n_tests = n > 2 ? static_cast<unsigned>(std::bit_width(n - 1)) : 1;
  Search search(calibration, risk, delta / n_tests);
  std::uint64_t most_kept = 0;  // by a threshold that passed
  std::uint64_t ceiling = n;    // to keep more is ruled out by a threshold that failed
  for (unsigned test = 0; test < n_tests && most_kept < ceiling; ++test) {
    const std::size_t group = search.group_of_row(most_kept + (ceiling - most_kept + 1) / 2);
    if (search.test(group)) {
      most_kept = search.kept(group);
    } else {
      ceiling = group > 0 ? search.kept(group - 1) : 0;
    }
  }
  const std::string why_none = nothing_passed(risk, delta, n, search.least_bound());
  return std::move(search).result(why_none);
}

}  // namespace

std::uint64_t fewest_rows_to_promise(std::uint64_t errors, double risk, double delta) {
  const auto is_enough = [&](std::uint64_t n) {
    return clopper_pearson_upper(errors, n, delta) <= risk;
  };
  std::uint64_t too_few = errors, enough = errors + 1;
  while (!is_enough(enough)) {
    too_few = enough;
    enough *= 2;
  }
  while (enough - too_few > 1) {
    const std::uint64_t middle = too_few + (enough - too_few) / 2;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

RiskGuarantee guarantee_risk(const Tally& calibration, double risk, double delta,
                             GuaranteeMethod method) {
  if (!(risk > 0 && risk < 1)) {
    throw_usage(fmt::format("risk {}: give a number between 0 and 1", risk));
  }
  if (!(delta > 0 && delta < 1)) {
    throw_usage(fmt::format("delta {}: give a number between 0 and 1", delta));
  }
  return method == GuaranteeMethod::fixed_sequence ? by_fixed_sequence(calibration, risk, delta)
                                                   : by_binary_search(calibration, risk, delta);
}

}  // namespace qualm
