// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_imprecision.h"

#include <algorithm>
#include <functional>

#include "array/sorted_sum.h"

namespace qualm::detail {
namespace {

// The greatest sum of a subset that is not above half of all, or any that reaches `enough`.
class SubsetSum {
 public:
  SubsetSum(std::vector<double> falling, double enough, std::size_t most_nodes)
      : widths_(std::move(falling)), left_(widths_.size() + 1), most_nodes_(most_nodes) {
    for (std::size_t k = widths_.size(); k-- > 0;) left_[k] = left_[k + 1] + widths_[k];
    half_ = left_[0] / 2;
    high_ = std::min(enough, half_);
    tolerance_ = 1e-13 * left_[0];
    search(0, 0);
  }
  [[nodiscard]] Bracket result() const {
    if (best_ >= high_ - tolerance_) return {high_, high_};
    return {best_, is_cut_ ? high_ : best_};
  }

 private:
  void search(std::size_t k, double sum) {
    best_ = std::max(best_, std::min(sum, left_[0] - sum));
    if (k == widths_.size() || sum >= half_) return;
    if (best_ >= high_ - tolerance_ || sum + left_[k] <= best_ + tolerance_) return;
    if (++n_nodes_ > most_nodes_) {
      is_cut_ = true;
      return;
    }
    search(k + 1, sum + widths_[k]);
    while (k + 1 < widths_.size() && widths_[k + 1] == widths_[k]) ++k;  // the same again
    search(k + 1, sum);
  }

  std::vector<double> widths_, left_;
  std::size_t most_nodes_, n_nodes_ = 0;
  double half_ = 0, high_ = 0, best_ = 0, tolerance_ = 0;
  bool is_cut_ = false;
};

}  // namespace

double hull_imprecision(const MemberSet& set) {
  double greatest = 0;
  std::vector<double> gains(set.n_classes);
  for (std::size_t a = 0; a < set.n_members; ++a) {
    for (std::size_t b = a + 1; b < set.n_members; ++b) {
      for (std::size_t k = 0; k < set.n_classes; ++k) {
        gains[k] = std::abs(set.difference(a, b, k));
      }
      greatest = std::max(greatest, sorted_sum(gains) / 2);
    }
  }
  return std::min(greatest, 1.0);
}

Bracket interval_imprecision(const IntervalSet& set, std::size_t most_nodes) {
  std::vector<double> widths(set.n_classes());
  for (std::size_t k = 0; k < widths.size(); ++k) widths[k] = set.width(k);
  std::sort(widths.begin(), widths.end(), std::greater<>());
  // The first class has the greatest upper bound.
  const double missing = left_for_others(set, 0, set.lower_rest[0]);  // 1 - sum of lower
  std::vector<double> sorted = widths;
  const double excess = std::max(0.0, sorted_sum(sorted) - missing);  // sum of upper - 1
  return SubsetSum(widths, std::min(missing, excess), most_nodes).result();
}

}  // namespace qualm::detail
