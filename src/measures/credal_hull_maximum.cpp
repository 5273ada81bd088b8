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

// Weights of the members, and what is known there.
struct HullPlace {
  std::vector<double> weights, gains;  // the derivatives along the weights, minus their mean
  std::vector<double> point, logs;
  double gap = 0;
  bool is_best = false;
};

// Maximises the concave entropy of p = sum_m w_m p_m over weights w. The cross entropy
// -sum_k p_mk log p_k is the derivative along w_m, up to a constant, and none of them is below the
// maximum at all weights: the greatest of them minus the entropy of p bounds what is left to gain.
// That holds with any q in place of p inside the logarithm: q_k = max(p_k, floor), divided by its
// sum, costs at most K * floor and spares weights below 1e-300 on a member that alone knows a
// class. Members enter by their differences to the first, so that close members keep their digits.
class HullAscent {
 public:
  HullAscent(const MemberSet& set, std::size_t least)
      : set_(set), direction_(set.n_members), differences_(set.points.size()) {
    for (HullPlace* place : {&here_, &there_}) {
      place->weights.resize(set.n_members);
      place->gains.resize(set.n_members);
      place->point.resize(set.n_classes);
      place->logs.resize(set.n_classes);
    }
    for (auto* room : {&inverse_, &scaled_, &change_}) room->resize(set.n_classes);
    // The mean is above the least entropy, by at most the whole distance.
    here_.weights = equal_weights(set);
    mix(here_);
    distance_ = std::max(1e-280, entropy_difference(here_.point, set.point(least)));
    floor_ = 1e-12 * distance_ / static_cast<double>(set.n_classes);
    for (std::size_t m = 0; m < set.n_members; ++m) {
      for (std::size_t k = 0; k < set.n_classes; ++k) {
        differences_[m * set.n_classes + k] = set.difference(m, 0, k);
      }
    }
    here_.weights = first_weights(set);
    look(here_);
  }

  // A pairwise step brings in a member; it also goes on where the quadratic expansion is poor.
  HullMaximum run() {
    constexpr int most_steps = 10'000;
    double before = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps && !here_.is_best; ++step) {
      const bool is_slow = here_.gap > 0.5 * before;
      before = here_.gap;
      if (is_slow || !newton_step()) pairwise_step();
    }
    return {here_.point, here_.weights, std::max(here_.gap, 0.0)};
  }

 private:
  // Of positive terms: tiny probabilities keep their digits.
  void mix(HullPlace& place) const {
    std::fill(place.point.begin(), place.point.end(), 0.0);
    for (std::size_t m = 0; m < place.weights.size(); ++m) {
      const double weight = place.weights[m];
      if (weight == 0) continue;
      const auto p = set_.point(m);
      for (std::size_t k = 0; k < p.size(); ++k) place.point[k] += weight * p[k];
    }
  }

  // 1 - p_k, as digits near one need it.
  [[nodiscard]] double rest(const HullPlace& place, std::size_t k) const {
    if (!(place.point[k] > 0.5)) return 1;  // unused there
    double sum = 0;
    for (std::size_t m = 0; m < place.weights.size(); ++m)
      sum += place.weights[m] * set_.rest(m)[k];
    return sum;
  }

  // Fills in what follows from the weights.
  void look(HullPlace& place) const {
    mix(place);
    for (std::size_t k = 0; k < place.point.size(); ++k) {
      place.logs[k] = log_of(std::max(place.point[k], floor_), rest(place, k));
    }
    double mean = 0, size = 0;
    for (std::size_t m = 0; m < place.weights.size(); ++m) {
      place.gains[m] = -dot(difference_of(m), place.logs);
      mean += place.weights[m] * place.gains[m];
      size = std::max(size, std::fabs(place.gains[m]));
    }
    for (double& gain : place.gains) gain -= mean;
    const double gain = *std::max_element(place.gains.begin(), place.gains.end());
    place.gap = gain + floor_ * static_cast<double>(place.point.size());
    place.is_best = gain <= 4e-16 * size || place.gap <= 1e-11 * distance_;
  }

  [[nodiscard]] std::span<const double> difference_of(std::size_t m) const {
    return std::span(differences_).subspan(m * set_.n_classes, set_.n_classes);
  }

  // From the member in use with the least derivative to the one with the greatest.
  void pairwise_step() {
    const std::vector<double>&weights = here_.weights, &gains = here_.gains;
    std::size_t from = weights.size(), to = 0;
    for (std::size_t m = 0; m < weights.size(); ++m) {
      if (gains[m] > gains[to]) to = m;
      if (weights[m] > 0 && (from == weights.size() || gains[m] < gains[from])) from = m;
    }
    std::fill(direction_.begin(), direction_.end(), 0.0);
    direction_[to] = 1;
    direction_[from] = -1;
    if (from != to) move();
  }

  // To the maximum of the second-order expansion over the members in use and those that gain most.
  // The member of greatest weight gives what the others get: its differences to them keep the
  // digits of close members.
  bool newton_step() {
    const std::vector<double>& here = here_.weights;
    const auto given =
        static_cast<std::size_t>(std::max_element(here.begin(), here.end()) - here.begin());
    const std::vector<std::size_t> others = most_promising(given);
    const std::size_t n = others.size(), n_classes = set_.n_classes;
    const auto of_given = difference_of(given);
    moves_.resize(n * n_classes);
    std::vector<double> q(n * n), slopes(n), weights(n);
    for (std::size_t k = 0; k < n_classes; ++k) inverse_[k] = 1 / std::max(here_.point[k], floor_);
    for (std::size_t i = 0; i < n; ++i) {
      const auto of_other = difference_of(others[i]);
      const auto moves = std::span(moves_).subspan(i * n_classes, n_classes);
      for (std::size_t k = 0; k < n_classes; ++k) moves[k] = of_other[k] - of_given[k];
      for (std::size_t k = 0; k < n_classes; ++k) scaled_[k] = moves[k] * inverse_[k];
      slopes[i] = here_.gains[others[i]] - here_.gains[given];
      weights[i] = here[others[i]];
      for (std::size_t j = 0; j <= i; ++j) {
        q[i * n + j] = q[j * n + i] =
            dot(scaled_, std::span(moves_).subspan(j * n_classes, n_classes));
      }
    }
    const std::vector<double> step = quadratic_step(q, slopes, weights, here[given]);
    std::fill(direction_.begin(), direction_.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      direction_[others[i]] = step[i];
      direction_[given] -= step[i];
    }
    return move();
  }

  // Members in use, then those of the greatest gains.
  [[nodiscard]] std::vector<std::size_t> most_promising(std::size_t given) const {
    constexpr std::size_t most = 100;
    const std::vector<double>&weights = here_.weights, &gains = here_.gains;
    std::vector<std::size_t> found;
    for (std::size_t m = 0; m < weights.size(); ++m) {
      if (m != given && (weights[m] > 0 || gains[m] > 0)) found.push_back(m);
    }
    if (found.size() <= most) return found;
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(weights[a] > 0, gains[a]) > std::tuple(weights[b] > 0, gains[b]);
    });
    found.resize(most);
    return found;
  }

  // The derivative of the entropy along the direction, which sums to 0.
  [[nodiscard]] double slope(const HullPlace& place) const {
    return std::inner_product(direction_.begin(), direction_.end(), place.gains.begin(), 0.0);
  }

  // Minus its derivative.
  [[nodiscard]] double curvature(const HullPlace& place) {
    std::fill(change_.begin(), change_.end(), 0.0);
    for (std::size_t m = 0; m < direction_.size(); ++m) {
      if (direction_[m] == 0) continue;
      const auto difference = difference_of(m);
      for (std::size_t k = 0; k < change_.size(); ++k) change_[k] += direction_[m] * difference[k];
    }
    double sum = 0;
    for (std::size_t k = 0; k < change_.size(); ++k) {
      sum += change_[k] * change_[k] / std::max(place.point[k], floor_);
    }
    return sum;
  }

  // there_ = here_ + step * direction; `gone` is the member without weight there, if any.
  void go(double step, std::size_t gone) {
    std::vector<double>& weights = there_.weights;
    for (std::size_t m = 0; m < weights.size(); ++m) {
      weights[m] = m == gone ? 0 : std::max(0.0, here_.weights[m] + step * direction_[m]);
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    look(there_);
  }

  // Goes nearly to the greatest entropy along the direction: a root of the derivative between 0 and
  // where the first member has no weight left. By Newton's method, and by halves in proportion
  // where that is slow, as it is along a logarithm that starts near 0. False where the entropy
  // falls. What is looked at on the way is what the next step needs: most steps look once.
  bool move() {
    double limit = std::numeric_limits<double>::infinity();
    std::size_t first_gone = direction_.size();
    for (std::size_t m = 0; m < direction_.size(); ++m) {
      if (direction_[m] < 0 && here_.weights[m] < -limit * direction_[m]) {
        limit = -here_.weights[m] / direction_[m];
        first_gone = m;
      }
    }
    const double at_start = slope(here_);
    if (!(at_start > 0) || first_gone == direction_.size()) return false;
    double low = 0, high = limit, t = std::min(1.0, limit);
    double before = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 200 && high - low > 4e-16 * high; ++i) {
      go(t, t == limit ? first_gone : direction_.size());
      const double first = slope(there_);
      if (std::fabs(first) <= 0.1 * at_start || (t == limit && first > 0)) {
        std::swap(here_, there_);
        return true;
      }
      (first > 0 ? low : high) = t;
      const double newton = t + first / curvature(there_);
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
    if (low == 0) return false;
    go(low, direction_.size());
    std::swap(here_, there_);
    return true;
  }

  const MemberSet& set_;
  HullPlace here_, there_;
  std::vector<double> direction_, differences_;
  std::vector<double> inverse_, scaled_, moves_, change_;  // room to work in
  double distance_ = 0;  // at most that of the least and the greatest entropy
  double floor_ = 0;
};

}  // namespace

HullMaximum maximize_entropy_on_hull(const MemberSet& set, std::size_t least) {
  return HullAscent(set, least).run();
}

}  // namespace qualm::detail
