// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "theory/law.h"

namespace qualm::detail {
namespace {

class DiracLaw : public Law {
 public:
  explicit DiracLaw(double point) : point_(point) {}

  [[nodiscard]] std::vector<double> mean() const override { return {point_, 1 - point_}; }
  [[nodiscard]] LawParts parts(const Measure& measure) const override {
    return {rounded(measure.family().entropy(mean(), std::array{1 - point_, point_},
                                             measure.arguments())),
            {}};
  }
  [[nodiscard]] double density(std::size_t, double) const override { return 0; }
  [[nodiscard]] WithError probability_below(std::size_t k, double q) const override {
    return {place(k) <= q ? 1.0 : 0.0, 0};
  }
  [[nodiscard]] WithError mean_below(std::size_t k, double q) const override {
    return rounded(std::max(q - place(k), 0.0));
  }
  [[nodiscard]] WithError mean_distance(double q) const override {
    return rounded(std::abs(q - point_));
  }

 private:
  [[nodiscard]] double place(std::size_t k) const { return k == 0 ? point_ : 1 - point_; }
  double point_;
};

}  // namespace

std::unique_ptr<const Law> make_dirac_law(double point) {
  return std::make_unique<DiracLaw>(point);
}

}  // namespace qualm::detail
