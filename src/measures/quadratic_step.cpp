// SPDX-License-Identifier: Apache-2.0
#include "measures/quadratic_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "measures/cholesky.h"

namespace qualm::detail {
namespace {

class ActiveSet {
 public:
  ActiveSet(const std::vector<double>& q, const std::vector<double>& slopes,
            const std::vector<double>& weights, double spare)
      : q_(q), slopes_(slopes), weights_(weights), spare_(spare), step_(slopes.size()) {
    is_free_.reserve(weights.size());
    for (const double weight : weights) is_free_.push_back(weight > 0 ? 1 : 0);
    matrix_.reserve(q.size());
    target_.reserve(slopes.size());
    free_.reserve(slopes.size());
  }

  std::vector<double> run() {
    const std::size_t most_rounds = 3 * step_.size() + 3;
    for (std::size_t round = 0; round < most_rounds; ++round) {
      const bool is_inside = go_to(best_of_free());
      if (is_used_up_ || (is_inside && !free_another())) break;
    }
    return step_;
  }

 private:
  // Slope at the step.
  [[nodiscard]] double slope(std::size_t i) const {
    const auto row = q_.begin() + static_cast<std::ptrdiff_t>(i * step_.size());
    return std::inner_product(step_.begin(), step_.end(), row, -slopes_[i]) * -1;
  }

  // The maximum where those that are not free stay.
  const std::vector<double>& best_of_free() {
    free_.clear();
    for (std::size_t i = 0; i < step_.size(); ++i) {
      if (is_free_[i] != 0) free_.push_back(i);
    }
    matrix_.clear();
    target_.clear();
    for (const std::size_t i : free_) {
      for (const std::size_t j : free_) matrix_.push_back(q_[i * step_.size() + j]);
      target_.push_back(slope(i));
    }
    solve_positive_definite(matrix_, target_);
    best_ = step_;
    for (std::size_t i = 0; i < free_.size(); ++i) best_[free_[i]] += target_[i];
    return best_;
  }

  // Goes there, or to the first bound on the way, where one stays. True if no bound is in the way.
  bool go_to(const std::vector<double>& best) {
    double share = 1;
    std::size_t blocking = step_.size();
    for (std::size_t i = 0; i < step_.size(); ++i) {
      if (best[i] >= -weights_[i]) continue;
      const double limit = (step_[i] + weights_[i]) / (step_[i] - best[i]);
      if (limit < share) {
        share = limit;
        blocking = i;
      }
    }
    const double sum = std::accumulate(step_.begin(), step_.end(), 0.0);
    const double sum_there = std::accumulate(best.begin(), best.end(), 0.0);
    if (sum + share * (sum_there - sum) > spare_) {
      share = (spare_ - sum) / (sum_there - sum);
      is_used_up_ = true;
    }
    for (std::size_t i = 0; i < step_.size(); ++i) {
      step_[i] = std::max(step_[i] + share * (best[i] - step_[i]), -weights_[i]);
    }
    if (blocking == step_.size()) return true;
    if (!is_used_up_) step_[blocking] = -weights_[blocking];
    is_free_[blocking] = 0;
    return false;
  }

  bool free_another() {
    const double size =
        std::fabs(*std::max_element(slopes_.begin(), slopes_.end(), [](double a, double b) {
          return std::fabs(a) < std::fabs(b);
        }));
    std::size_t steepest = step_.size();
    double most = 1e-9 * size;
    for (std::size_t i = 0; i < step_.size(); ++i) {
      if (is_free_[i] != 0) continue;
      const double rise = slope(i);
      if (rise > most) {
        most = rise;
        steepest = i;
      }
    }
    if (steepest == step_.size()) return false;
    is_free_[steepest] = 1;
    return true;
  }

  const std::vector<double>&q_, &slopes_, &weights_;
  double spare_;
  bool is_used_up_ = false;
  std::vector<double> step_;
  std::vector<char> is_free_;
  std::vector<std::size_t> free_;
  std::vector<double> matrix_, target_, best_;  // room to work in
};

}  // namespace

std::vector<double> quadratic_step(const std::vector<double>& q, const std::vector<double>& slopes,
                                   const std::vector<double>& weights, double spare) {
  return ActiveSet(q, slopes, weights, spare).run();
}

}  // namespace qualm::detail
