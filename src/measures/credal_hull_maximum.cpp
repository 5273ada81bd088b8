// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_hull_maximum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "measures/credal_entropy.h"
#include "measures/quadratic_step.h"

namespace qualm::detail {
namespace {

std::vector<double> equal_weights(const MemberSet& set) {
  return std::vector<double>(set.n_members, 1 / static_cast<double>(set.n_members));
}

// Equal weights on few members that give every class a probability above 0, so that all derivatives
// are finite: one member, where it does; then those with the most mass on classes not yet covered.
// The maximum needs no more members than there are classes; where there are fewer, it needs most.
std::vector<double> first_weights(const MemberSet& set) {
  if (set.n_members <= set.n_classes) return equal_weights(set);
  std::vector<double> weights(set.n_members);
  std::vector<bool> covered(set.n_classes, false);
  for (std::size_t n_chosen = 1;; ++n_chosen) {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t m = 0; m < set.n_members; ++m) {
      double mass = 0;
      for (std::size_t k = 0; k < set.n_classes; ++k) mass += covered[k] ? 0 : set.point(m)[k];
      if (mass > most) best = m;
      most = std::max(most, mass);
    }
    weights[best] = 1;
    for (std::size_t k = 0; k < set.n_classes; ++k) {
      if (set.point(best)[k] > 0) covered[k] = true;
    }
    if (std::find(covered.begin(), covered.end(), false) == covered.end()) {
      for (double& weight : weights) weight /= static_cast<double>(n_chosen);
      return weights;
    }
  }
}

// In four parts, which fit a register.
double dot(std::span<const double> a, std::span<const double> b) {
  double sums[4] = {};
  const std::size_t whole = a.size() / 4 * 4;
  for (std::size_t k = 0; k < whole; k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += a[k + lane] * b[k + lane];
  }
  for (std::size_t k = whole; k < a.size(); ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Maximises the concave entropy of p = sum_m w_m p_m over weights w. The cross entropy
// -sum_k p_mk log p_k is the derivative along w_m, up to a constant, and none of them is below the
// maximum at all weights: the greatest of them minus the entropy of p bounds what is left to gain.
// That holds with any q in place of p inside the logarithm: q_k = max(p_k, floor), divided by its
// sum, costs at most K * floor and spares weights below 1e-300 on a member that alone knows a
// class. Members enter by their differences to the first, so that close members keep their digits.
class HullAscent {
 public:
  HullAscent(const MemberSet& set, std::size_t least)
      : set_(set),
        weights_(first_weights(set)),
        gains_(set.n_members),
        point_(set.n_classes),
        rest_(set.n_classes),
        logs_(set.n_classes),
        differences_(set.points.size()),
        end_(set.n_classes),
        end_rest_(set.n_classes) {
    // The mean is above the least entropy, by at most the whole distance.
    mix(equal_weights(set), point_, rest_);
    distance_ = std::max(1e-280, entropy_difference(point_, set.point(least)));
    floor_ = 1e-12 * distance_ / static_cast<double>(set.n_classes);
    for (std::size_t m = 0; m < set.n_members; ++m) {
      for (std::size_t k = 0; k < set.n_classes; ++k) {
        differences_[m * set.n_classes + k] = set.difference(m, 0, k);
      }
    }
  }

  // A pairwise step brings in a member; it also goes on where the quadratic expansion is poor.
  HullMaximum run() {
    constexpr int most_steps = 10'000;
    double before = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps && !is_done(); ++step) {
      const bool is_slow = gap_ > 0.5 * before;
      before = gap_;
      if (is_slow || !newton_step()) pairwise_step();
    }
    return {point_, weights_, std::max(gap_, 0.0)};
  }

 private:
  // Moves point_, rest_, logs_ and gains_ to the weights.
  bool is_done() {
    mix(weights_, point_, rest_);
    for (std::size_t k = 0; k < point_.size(); ++k) {
      logs_[k] = log_of(std::max(point_[k], floor_), rest_[k]);
    }
    double mean = 0, size = 0;
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      gains_[m] = -dot(difference_of(m), logs_);
      mean += weights_[m] * gains_[m];
      size = std::max(size, std::fabs(gains_[m]));
    }
    for (double& gain : gains_) gain -= mean;
    const double gain = *std::max_element(gains_.begin(), gains_.end());
    gap_ = gain + floor_ * static_cast<double>(point_.size());
    return gain <= 4e-16 * size || gap_ <= 1e-11 * distance_;
  }

  // Of positive terms: tiny probabilities keep their digits.
  void mix(const std::vector<double>& weights, std::vector<double>& point,
           std::vector<double>& rest) const {
    std::fill(point.begin(), point.end(), 0.0);
    std::fill(rest.begin(), rest.end(), 0.0);
    for (std::size_t m = 0; m < weights.size(); ++m) {
      if (weights[m] == 0) continue;
      const auto p = set_.point(m), p_rest = set_.rest(m);
      for (std::size_t k = 0; k < point.size(); ++k) {
        point[k] += weights[m] * p[k];
        rest[k] += weights[m] * p_rest[k];
      }
    }
  }

  [[nodiscard]] std::span<const double> difference_of(std::size_t m) const {
    return std::span(differences_).subspan(m * point_.size(), point_.size());
  }

  // From the member in use with the least derivative to the one with the greatest.
  void pairwise_step() {
    std::size_t from = weights_.size(), to = 0;
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      if (gains_[m] > gains_[to]) to = m;
      if (weights_[m] > 0 && (from == weights_.size() || gains_[m] < gains_[from])) from = m;
    }
    std::vector<double> direction(weights_.size());
    direction[to] = 1;
    direction[from] = -1;
    if (from != to) move(direction);
  }

  // To the maximum of the second-order expansion over the members in use and those that gain most.
  // The member of greatest weight gives what the others get: its differences to them keep the
  // digits of close members.
  bool newton_step() {
    const auto given = static_cast<std::size_t>(std::max_element(weights_.begin(), weights_.end()) -
                                                weights_.begin());
    const std::vector<std::size_t> others = most_promising(given);
    const std::size_t n = others.size(), n_classes = point_.size();
    const auto of_given = difference_of(given);
    std::vector<double> inverse(n_classes), scaled(n_classes), moves(n * n_classes);
    std::vector<double> q(n * n), slopes(n), weights(n);
    for (std::size_t k = 0; k < n_classes; ++k) inverse[k] = 1 / std::max(point_[k], floor_);
    for (std::size_t i = 0; i < n; ++i) {
      const auto of_other = difference_of(others[i]);
      for (std::size_t k = 0; k < n_classes; ++k) {
        const double move = of_other[k] - of_given[k];
        moves[i * n_classes + k] = move;
        scaled[k] = move * inverse[k];
      }
      slopes[i] = gains_[others[i]] - gains_[given];
      weights[i] = weights_[others[i]];
      for (std::size_t j = 0; j <= i; ++j) {
        q[i * n + j] = q[j * n + i] =
            dot(scaled, std::span(moves).subspan(j * n_classes, n_classes));
      }
    }
    const std::vector<double> step = quadratic_step(q, slopes, weights, weights_[given]);
    std::vector<double> direction(weights_.size());
    for (std::size_t i = 0; i < n; ++i) {
      direction[others[i]] = step[i];
      direction[given] -= step[i];
    }
    return move(direction);
  }

  // Members in use, then those of the greatest gains.
  [[nodiscard]] std::vector<std::size_t> most_promising(std::size_t given) const {
    constexpr std::size_t most = 100;
    std::vector<std::size_t> found;
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      if (m != given && (weights_[m] > 0 || gains_[m] > 0)) found.push_back(m);
    }
    if (found.size() <= most) return found;
    std::stable_sort(found.begin(), found.end(), [this](std::size_t a, std::size_t b) {
      return std::tuple(weights_[a] > 0, gains_[a]) > std::tuple(weights_[b] > 0, gains_[b]);
    });
    found.resize(most);
    return found;
  }

  // Goes to the greatest entropy along the direction, which sums to 0. False where it falls.
  bool move(const std::vector<double>& direction) {
    double slope = 0, limit = std::numeric_limits<double>::infinity();
    std::size_t first_gone = weights_.size();
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      slope += direction[m] * gains_[m];
      if (direction[m] < 0 && weights_[m] < -limit * direction[m]) {
        limit = -weights_[m] / direction[m];
        first_gone = m;
      }
    }
    if (!(slope > 0) || first_gone == weights_.size()) return false;
    std::vector<double> change(point_.size());
    for (std::size_t m = 0; m < weights_.size(); ++m) {
      if (direction[m] == 0) continue;
      const auto difference = difference_of(m);
      for (std::size_t k = 0; k < change.size(); ++k) {
        change[k] += direction[m] * difference[k];
      }
    }
    std::vector<double> last = weights_;
    go(last, direction, limit);
    last[first_gone] = 0;
    mix(last, end_, end_rest_);
    const double step = line_search(change, slope, limit);
    if (step == limit) {
      weights_ = last;
    } else {
      go(weights_, direction, step);
    }
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    for (double& weight : weights_) weight /= sum;
    return step > 0;
  }

  static void go(std::vector<double>& weights, const std::vector<double>& direction, double step) {
    for (std::size_t m = 0; m < weights.size(); ++m) {
      weights[m] = std::max(0.0, weights[m] + step * direction[m]);
    }
  }

  // The derivative of the entropy at a step t along the direction, and minus the second one.
  struct Derivatives {
    double first = 0, second = 0;
  };
  [[nodiscard]] Derivatives derivatives(const std::vector<double>& change, double share) const {
    Derivatives result;
    for (std::size_t k = 0; k < change.size(); ++k) {
      if (change[k] == 0) continue;
      const double x = std::max((1 - share) * point_[k] + share * end_[k], floor_);
      if (x <= 0) return {-std::numeric_limits<double>::infinity(), 1};
      result.first -= change[k] * log_of(x, (1 - share) * rest_[k] + share * end_rest_[k]);
      result.second += change[k] * change[k] / x;
    }
    return result;
  }

  // The root of the derivative in [0, limit], where it is `slope` at 0: by Newton's method, and by
  // halves in proportion where that is slow, as it is along a logarithm that starts near 0.
  [[nodiscard]] double line_search(const std::vector<double>& change, double slope,
                                   double limit) const {
    double low = 0, high = limit, t = std::min(1.0, limit);
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 200 && high - low > 4e-16 * high; ++i) {
      const auto [first, second] = derivatives(change, t / limit);
      if (std::fabs(first) <= 0.1 * slope || (t == limit && first > 0)) return t;
      (first > 0 ? low : high) = t;
      const double newton = t + first / second;
      const bool is_slow = std::fabs(first) > 0.5 * before;
      before = std::fabs(first);
      if (newton >= limit && high == limit && t < limit) {
        t = limit;
      } else if (newton > low && newton < high && !is_slow) {
        t = newton;
      } else {
        t = low == 0         ? high / 64
            : high > 4 * low ? std::sqrt(low) * std::sqrt(high)
                             : low + (high - low) / 2;
      }
    }
    return low;
  }

  const MemberSet& set_;
  std::vector<double> weights_;
  std::vector<double> gains_;  // the derivatives along the weights, minus their mean
  std::vector<double> point_, rest_, logs_, differences_;
  std::vector<double> end_, end_rest_;  // where the direction ends
  double distance_ = 0;                 // at most that of the least and the greatest entropy
  double floor_ = 0, gap_ = 0;
};

}  // namespace

HullMaximum maximize_entropy_on_hull(const MemberSet& set, std::size_t least) {
  return HullAscent(set, least).run();
}

}  // namespace qualm::detail
