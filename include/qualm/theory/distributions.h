// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/measures.h"
#include "qualm/theory/atoms.h"

namespace qualm {

namespace detail {
class Law;
}

/// The shapes that a component of a distribution can have. All but `dirichlet` have two classes:
/// Theta is (theta, 1 - theta).
enum class Shape { uniform, normal, beta, dirac, dirichlet };

/// A shape in the registry.
struct ShapeInfo {
  Shape shape;
  std::string_view name;     ///< as in an expression: "uniform"
  std::string_view usage;    ///< "uniform(a,b)"
  std::string_view summary;  ///< what theta is, one line
};
[[nodiscard]] std::span<const ShapeInfo> shapes() noexcept;

struct Component {
  Shape shape = Shape::dirac;
  std::vector<double> parameters;
  double weight = 1;
};

/// A distribution of Theta on the simplex of K classes: a mixture of components.
class Distribution {
 public:
  /// Throws usage unless the parameters are valid for the shapes, all components have the same
  /// number of classes, and the weights are positive and sum to one within 1e-9.
  explicit Distribution(std::vector<Component> components);

  [[nodiscard]] std::span<const Component> components() const noexcept { return components_; }
  [[nodiscard]] std::size_t n_classes() const noexcept { return mean_.size(); }
  [[nodiscard]] const std::vector<double>& mean() const noexcept { return mean_; }
  /// The density of Theta_k at t in [0,1], k = 0 being theta; Diracs are left out. May be infinite
  /// at 0 and 1.
  [[nodiscard]] double density(std::size_t k, double t) const;
  /// As an expression that parse_distribution reads, numbers in their shortest form.
  [[nodiscard]] std::string text() const;
  /// For internal computations.
  [[nodiscard]] const detail::Law& law(std::size_t component) const { return *laws_[component]; }

 private:
  std::vector<Component> components_;
  std::vector<std::shared_ptr<const detail::Law>> laws_;
  std::vector<double> mean_;
};

/// Reads "beta(8,2)", "uniform(.3,.7)", "normal(.5,.1)", "dirac(.2)", "dirichlet(2,3,5)", and
/// mixtures "1/3*dirac(0) + 2/3*beta(1,2)". At most 1000 components and 1000 classes. Throws usage:
/// one line with the expression and the character that is wrong.
[[nodiscard]] Distribution parse_distribution(std::string_view expression);

/// The uncertainty of a distribution by one family.
struct DistributionMeasure {
  Measure measure = "variance";
  std::string unit;   ///< as unit_of says
  PartValues values;  ///< each >= 0; total = aleatoric + epistemic for additive families
  PartValues errors;  ///< estimated error of each value, in the same unit
};
/// Computes every family of the options by closed form or quadrature, without sampling. EU is never
/// a difference of TU and AU. Of the options, families, log_base and normalized are used; throws
/// usage if there are class weights.
[[nodiscard]] std::vector<DistributionMeasure> measure(const Distribution& distribution,
                                                       const MeasureOptions& options = {});

struct NamedDistribution {
  std::string name;
  Distribution distribution;
};
/// The six distributions of the paper's Figure 1.
[[nodiscard]] std::vector<NamedDistribution> figure_one();

}  // namespace qualm
