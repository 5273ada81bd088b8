// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "theory/law.h"
#include "theory/quadrature.h"

namespace qualm::detail {
namespace {

// Theta on an interval of [0,1], theta = anchor + s. The offset s and its distance from the mean
// keep their digits however narrow the interval is. All measures of two classes are symmetric, so
// that the law may be mirrored: its mean is at most 1/2, where doubles are densest.
class IntervalLaw : public Law {
 public:
  [[nodiscard]] std::vector<double> mean() const override {
    const double low = anchor_ + mean_offset_, high = (1 - anchor_) - mean_offset_;
    return is_mirrored_ ? std::vector{high, low} : std::vector{low, high};
  }

  [[nodiscard]] LawParts parts(const Measure& measure) const override {
    const Family& family = measure.family();
    const std::array mean = {anchor_ + mean_offset_, (1 - anchor_) - mean_offset_};
    const auto entropy = [&](double s) {
      return family.entropy(std::array{theta(s), rest(s)}, std::array{rest(s), theta(s)},
                            measure.arguments());
    };
    const auto to_mean = [&](double s) {
      const double d = s - mean_offset_;
      return family.divergence(mean, std::array{theta(s), rest(s)}, std::array{d, -d},
                               measure.arguments());
    };
    return {expect_around_half(entropy), family.relation == Relation::additive
                                             ? expect_around_half(to_mean)
                                             : distance_from_median()};
  }

  [[nodiscard]] WithError probability_below(std::size_t k, double q) const override {
    const double s = offset_of(k == 0 ? q : 1 - q);
    const bool wants_low = (k == 0) != is_mirrored_;
    const double below = std::clamp(probability_below_offset(s), 0.0, 1.0);
    return {wants_low ? below : 1 - below, 1e-15};
  }
  [[nodiscard]] WithError mean_below(std::size_t k, double q) const override {
    const double s = offset_of(k == 0 ? q : 1 - q);
    return (k == 0) != is_mirrored_ ? expect([=](double x) { return s - x; }, low_, s)
                                    : expect([=](double x) { return x - s; }, s, high_);
  }
  [[nodiscard]] WithError mean_distance(double q) const override { return distance(offset_of(q)); }

  [[nodiscard]] double density(std::size_t k, double t) const override {
    const double s = offset_of(k == 0 ? t : 1 - t);
    return s < low_ || s > high_ ? 0 : relative_density(s) / mass_;
  }

 protected:
  IntervalLaw(double anchor, double low, double high, bool is_mirrored)
      : anchor_(anchor), low_(low), high_(high), is_mirrored_(is_mirrored) {}

  /// Of s, up to the factor 1 / mass_.
  [[nodiscard]] virtual double relative_density(double s) const = 0;
  [[nodiscard]] virtual double probability_below_offset(double s) const = 0;
  [[nodiscard]] virtual WithError distance_from_median() const = 0;

  template <class F>
  [[nodiscard]] WithError expect(F f, double from, double to) const {
    return 1 / mass_ *
           integrate([&](double s) { return f(s) * relative_density(s); }, std::max(from, low_),
                     std::min(to, high_));
  }
  [[nodiscard]] WithError distance(double s) const {
    return expect([=](double x) { return s - x; }, low_, s) +
           expect([=](double x) { return x - s; }, s, high_);
  }

  double anchor_, low_, high_;
  double mean_offset_ = 0;  // of s
  double mass_ = 1;         // the integral of relative_density

 private:
  [[nodiscard]] double offset_of(double q) const {
    return is_mirrored_ ? (1 - anchor_) - q : q - anchor_;
  }
  [[nodiscard]] double theta(double s) const { return std::max(anchor_ + s, 0.0); }
  [[nodiscard]] double rest(double s) const { return std::max((1 - anchor_) - s, 0.0); }

  // Where the best class changes, the zero-one loss has a kink.
  template <class F>
  [[nodiscard]] WithError expect_around_half(F f) const {
    const double half = 0.5 - anchor_;
    if (half <= low_ || half >= high_) return expect(f, low_, high_);
    return expect(f, low_, half) + expect(f, half, high_);
  }

  bool is_mirrored_;
};

class UniformLaw : public IntervalLaw {
 public:
  // `low`, `high`: after mirroring
  UniformLaw(double low, double high, bool is_mirrored)
      : IntervalLaw(low + (high - low) / 2, -(high - low) / 2, (high - low) / 2, is_mirrored) {
    mass_ = high - low;
  }

 protected:
  [[nodiscard]] double relative_density(double) const override { return 1; }
  [[nodiscard]] double probability_below_offset(double s) const override {
    return (s - low_) / mass_;
  }
  [[nodiscard]] WithError distance_from_median() const override { return rounded(mass_ / 4); }
};

// Beyond this many standard deviations the density is below 1e-21 of its peak.
constexpr double reach = 10;

class NormalLaw : public IntervalLaw {
 public:
  NormalLaw(double mean, double sd, bool is_mirrored)
      : IntervalLaw(mean, -std::min(mean, reach * sd), std::min(1 - mean, reach * sd), is_mirrored),
        sd_(sd) {
    // No difference of the error function is taken: the mean is inside of [0,1].
    const double left = -low_ / sd, right = high_ / sd;
    mass_ = sd * std::sqrt(std::numbers::pi / 2) *
            (std::erf(left / std::numbers::sqrt2) + std::erf(right / std::numbers::sqrt2));
    mean_offset_ = sd / mass_ * sd * std::exp(-left * left / 2) *
                   -std::expm1(-(right - left) * (right + left) / 2);
  }

 protected:
  [[nodiscard]] double relative_density(double s) const override {
    return std::exp(-(s / sd_) * (s / sd_) / 2);
  }
  [[nodiscard]] double probability_below_offset(double s) const override {
    const double scale = sd_ * std::numbers::sqrt2;
    return sd_ * std::sqrt(std::numbers::pi / 2) * (std::erf(-low_ / scale) + std::erf(s / scale)) /
           mass_;
  }
  // Whatever the search misses the median by counts in the second order only.
  [[nodiscard]] WithError distance_from_median() const override {
    double below = low_, above = high_;
    for (int i = 0; i < 100; ++i) {
      const double middle = below + (above - below) / 2;
      (probability_below_offset(middle) < 0.5 ? below : above) = middle;
    }
    return distance(low_ == -high_ ? 0 : above);
  }

 private:
  double sd_;
};

}  // namespace

std::unique_ptr<const Law> make_interval_law(const Component& component) {
  const double first = component.parameters[0], second = component.parameters[1];
  if (component.shape == Shape::uniform) {
    return first + second > 1 ? std::make_unique<UniformLaw>(1 - second, 1 - first, true)
                              : std::make_unique<UniformLaw>(first, second, false);
  }
  return first > 0.5 ? std::make_unique<NormalLaw>(1 - first, second, true)
                     : std::make_unique<NormalLaw>(first, second, false);
}

}  // namespace qualm::detail
