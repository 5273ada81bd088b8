// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "measures/dirichlet.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// One marginal Theta_k ~ Beta and its quantile, which moves with the level tau.
class Marginal {
 public:
  explicit Marginal(const AlphaGroup& group)
      : beta_(group.alpha, group.others), point_(beta_.at(0)), count_(group.count) {}

  [[nodiscard]] const LogOddsBeta::Point& point() const { return point_; }
  [[nodiscard]] double count() const { return count_; }
  [[nodiscard]] double density() const { return std::exp(beta_.log_density(point_)); }
  [[nodiscard]] double level() const { return std::exp(beta_.lower_tail(point_).log_value); }

  void shift_by(double step) {
    const double reach = 8 * (1 + std::abs(point_.shift));
    point_ = beta_.at(point_.shift + std::clamp(step, -reach, reach));
  }

  // Newton on the logarithm of the smaller tail. That is concave in the log-odds, so the method
  // converges from anywhere, from one side after the first step.
  void move_to(double log_tau, double log_co_tau) {
    for (int i = 0; i < 100; ++i) {
      const bool low = log_tau < log_co_tau;
      const LogOddsBeta::Tail tail = low ? beta_.lower_tail(point_) : beta_.upper_tail(point_);
      const double miss = (low ? log_tau : log_co_tau) - tail.log_value;
      shift_by((low ? 1 : -1) * miss * tail.over_density);
      if (std::abs(miss) < 1e-8) return;  // and the step just made squares this
    }
  }

 private:
  LogOddsBeta beta_;
  LogOddsBeta::Point point_;
  double count_;
};

// The level tau at which the quantiles of all marginals sum to one.
class CommonLevel {
 public:
  explicit CommonLevel(const SortedAlpha& alpha) {
    marginals_.emplace_back(alpha.first);
    for (const AlphaGroup& group : compressed(alpha, 1)) marginals_.emplace_back(group);
    start();
    solve();
  }

  [[nodiscard]] double sum_of_densities() const {
    double sum = 0;
    for (const Marginal& marginal : marginals_) sum += marginal.count() * marginal.density();
    return sum;
  }

 private:
  // The means sum to one as well: one joint Newton step from there.
  void start() {
    double sum = 0;
    double weight_sum = 0;
    for (const Marginal& marginal : marginals_) {
      const double weight =
          marginal.count() * marginal.point().q * marginal.point().rest / marginal.density();
      sum += weight * marginal.level();
      weight_sum += weight;
    }
    const double tau = std::clamp(sum / weight_sum, 1e-9, 1 - 1e-9);
    log_odds_ = std::log(tau) - std::log1p(-tau);
  }

  // log(1 - q_first) - log(sum of the other q), which falls as tau grows, and its derivative. In
  // logarithms, because for small alpha both sides are beyond the range of double.
  struct Balance {
    double value, slope;
  };
  [[nodiscard]] Balance balance() const {
    double greatest = -HUGE_VAL;
    for (std::size_t g = 1; g < marginals_.size(); ++g) {
      greatest = std::max(greatest, marginals_[g].point().log_q);
    }
    double sum = 0;
    double slope_sum = 0;
    for (std::size_t g = 1; g < marginals_.size(); ++g) {
      const Marginal& marginal = marginals_[g];
      const double share = marginal.count() * std::exp(marginal.point().log_q - greatest);
      sum += share;
      slope_sum += share * marginal.point().rest / marginal.density();
    }
    const Marginal& first = marginals_[0];
    return {first.point().log_rest - greatest - std::log(sum),
            -first.point().q / first.density() - slope_sum / sum};
  }

  void solve() {
    double low = -60;
    double high = 60;
    for (int i = 0; i < 200; ++i) {
      const double log_tau = -std::log1p(std::exp(-log_odds_));
      const double log_co_tau = -std::log1p(std::exp(log_odds_));
      for (Marginal& marginal : marginals_) marginal.move_to(log_tau, log_co_tau);
      const Balance current = balance();
      (current.value > 0 ? low : high) = log_odds_;
      const double d_tau = std::exp(log_tau + log_co_tau);  // of the log-odds
      double step = -current.value / (current.slope * d_tau);
      if (!(low < log_odds_ + step && log_odds_ + step < high)) step = (low + high) / 2 - log_odds_;
      for (Marginal& marginal : marginals_) marginal.shift_by(step * d_tau / marginal.density());
      log_odds_ += step;
      if (std::abs(step) < 1e-7) return;  // and the step just made squares this
    }
  }

  std::vector<Marginal> marginals_;
  double log_odds_ = 0;  // of tau
};

}  // namespace

// EU = 1/2 min_q E |Theta - q|_1 over the simplex = sum_k E (q_k - Theta_k)_+ at the q whose
// entries are quantiles of one common level. With I_q(a + 1, b) = I_q(a, b) - q^a (1-q)^b / (a B(a,
// b)) that sum becomes 1/alpha_0 sum_k q_k^a (1 - q_k)^b / B(a, b): positive terms only.
PartValues dirichlet_wasserstein(const SortedAlpha& alpha) {
  return {alpha.first.others / alpha.sum, dirichlet_zero_one(alpha).aleatoric,
          CommonLevel(alpha).sum_of_densities() / alpha.sum};
}

}  // namespace qualm::detail
