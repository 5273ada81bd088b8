// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "measures/dirichlet.h"
#include "measures/special_functions.h"
#include "theory/law.h"

namespace qualm::detail {
namespace {

// One entry Theta_k ~ Beta(a, b), cut at a point q in (0,1).
class CutBeta {
 public:
  CutBeta(double a, double b, double q)
      : beta_(a, b), point_(beta_.at(std::log(q) - std::log1p(-q) - std::log(a / b))) {
    // As special_functions.h states it.
    relative_error_ = std::max(a, b) < 1e5 ? 1e-12 : 1e-7;
    distance_ = q - a / (a + b);
    edge_ = std::exp(beta_.log_density(point_)) / (a + b);
    is_low_ = distance_ < 0;
    small_tail_ =
        std::exp((is_low_ ? beta_.lower_tail(point_) : beta_.upper_tail(point_)).log_value);
  }

  [[nodiscard]] WithError probability_below() const {
    return {is_low_ ? small_tail_ : 1 - small_tail_, relative_error_ * small_tail_};
  }
  // With m the mean: E (q - Theta)_+ = (q - m) I_q(a, b) + q^a (1-q)^b / ((a + b) B(a, b)).
  [[nodiscard]] WithError mean_below() const {
    const WithError tail = probability_below();
    return {std::max(distance_ * tail.value + edge_, 0.0),
            std::abs(distance_) * tail.error + edge_error() + 1e-15 * std::abs(distance_)};
  }
  [[nodiscard]] WithError mean_distance() const {
    const double side = is_low_ ? -1 : 1;
    return {side * distance_ * (1 - 2 * small_tail_) + 2 * edge_,
            2 * std::abs(distance_) * relative_error_ * small_tail_ + 2 * edge_error() +
                1e-15 * std::abs(distance_)};
  }
  [[nodiscard]] double density() const {
    return std::exp(beta_.log_density(point_)) / (point_.q * point_.rest);
  }

 private:
  [[nodiscard]] double edge_error() const { return 1e-11 * edge_; }

  LogOddsBeta beta_;
  LogOddsBeta::Point point_;
  double relative_error_, distance_, edge_, small_tail_;
  bool is_low_;
};

class DirichletLaw : public Law {
 public:
  explicit DirichletLaw(std::vector<double> alpha)
      : alpha_(std::move(alpha)), others_(sums_of_others(alpha_)) {}

  [[nodiscard]] std::vector<double> mean() const override {
    std::vector<double> result;
    for (std::size_t k = 0; k < alpha_.size(); ++k) result.push_back(mean_of(k));
    return result;
  }
  [[nodiscard]] LawParts parts(const Measure& measure) const override {
    const PartValues exact = dirichlet_measure(measure, alpha_, {}, {});
    const double relative = measure.family().promised.of_dirichlet;
    return {{exact.aleatoric, relative * exact.aleatoric},
            {exact.epistemic, relative * exact.epistemic}};
  }
  [[nodiscard]] double density(std::size_t k, double t) const override {
    if (t > 0 && t < 1) return CutBeta(alpha_[k], others_[k], t).density();
    if (t < 0 || t > 1) return 0;
    const double near = t == 0 ? alpha_[k] : others_[k], far = t == 0 ? others_[k] : alpha_[k];
    return near < 1 ? HUGE_VAL : near > 1 ? 0 : far;
  }
  [[nodiscard]] WithError probability_below(std::size_t k, double q) const override {
    if (q <= 0) return {0, 0};
    if (q >= 1) return {1, 0};
    return CutBeta(alpha_[k], others_[k], q).probability_below();
  }
  [[nodiscard]] WithError mean_below(std::size_t k, double q) const override {
    if (q <= 0) return {0, 0};
    if (q >= 1) return rounded(q - mean_of(k));
    return CutBeta(alpha_[k], others_[k], q).mean_below();
  }
  [[nodiscard]] WithError mean_distance(double q) const override {
    if (q <= 0) return rounded(mean_of(0));
    if (q >= 1) return rounded(mean_of(1));
    return CutBeta(alpha_[0], others_[0], q).mean_distance();
  }

 private:
  [[nodiscard]] double mean_of(std::size_t k) const { return alpha_[k] / (alpha_[k] + others_[k]); }

  std::vector<double> alpha_, others_;
};

}  // namespace

std::unique_ptr<const Law> make_dirichlet_law(std::vector<double> alpha) {
  return std::make_unique<DirichletLaw>(std::move(alpha));
}

}  // namespace qualm::detail
