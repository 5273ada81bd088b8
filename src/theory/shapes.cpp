// SPDX-License-Identifier: Apache-2.0
#include "theory/shapes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace qualm {
namespace {

using detail::ParameterProblem;
using Values = std::span<const double>;

// The Dirichlet forms state their error for these concentrations.
constexpr double least_alpha = 1e-8, greatest_alpha = 1e8;

std::optional<ParameterProblem> outside_unit(Values values, std::size_t i) {
  if (values[i] >= 0 && values[i] <= 1) return {};
  return ParameterProblem{i, fmt::format("{} is not within [0,1]", values[i])};
}

std::optional<ParameterProblem> check_uniform(Values values) {
  for (std::size_t i = 0; i < 2; ++i) {
    if (auto problem = outside_unit(values, i)) return problem;
  }
  if (values[0] < values[1]) return {};
  return ParameterProblem{
      1, fmt::format("the interval from {} to {} is empty: the first bound must be the smaller one",
                     values[0], values[1])};
}

std::optional<ParameterProblem> check_normal(Values values) {
  if (auto problem = outside_unit(values, 0)) return problem;
  if (values[1] > 0 && std::isfinite(values[1])) return {};
  return ParameterProblem{1, fmt::format("the standard deviation must be > 0, not {}", values[1])};
}

std::optional<ParameterProblem> check_concentrations(Values values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= least_alpha && values[i] <= greatest_alpha) continue;
    return ParameterProblem{i, values[i] > 0
                                   ? fmt::format("a concentration of {} is not between {} and {}",
                                                 values[i], least_alpha, greatest_alpha)
                                   : fmt::format("a concentration must be > 0, not {}", values[i])};
  }
  return {};
}

std::optional<ParameterProblem> check_dirac(Values values) {
  return outside_unit(values, 0);
}

struct ShapeRow {
  ShapeInfo info;
  std::size_t least, most;  // parameters
  std::optional<ParameterProblem> (*check)(Values values);
};

constexpr std::array<ShapeRow, 5> registry = {{
    {{Shape::uniform, "uniform", "uniform(a,b)", "theta uniform on [a,b]"}, 2, 2, check_uniform},
    {{Shape::normal, "normal", "normal(mean,sd)", "theta normal, truncated to [0,1]"},
     2,
     2,
     check_normal},
    {{Shape::beta, "beta", "beta(a,b)", "theta ~ Beta(a,b)"}, 2, 2, check_concentrations},
    {{Shape::dirac, "dirac", "dirac(p)", "theta = p"}, 1, 1, check_dirac},
    {{Shape::dirichlet, "dirichlet", "dirichlet(a1,...,aK)", "Theta ~ Dirichlet(a1,...,aK)"},
     2,
     detail::most_classes,
     check_concentrations},
}};

constexpr auto infos = [] {
  std::array<ShapeInfo, registry.size()> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = registry[i].info;
  return result;
}();

std::size_t n_classes(const Component& component) {
  return component.shape == Shape::dirichlet ? component.parameters.size() : 2;
}

}  // namespace

std::span<const ShapeInfo> shapes() noexcept {
  return infos;
}

namespace detail {

const ShapeInfo& shape_info(Shape shape) noexcept {
  return infos[static_cast<std::size_t>(shape)];
}

std::optional<ParameterProblem> check_parameters(const Component& component) {
  const ShapeRow& row = registry[static_cast<std::size_t>(component.shape)];
  const std::size_t n = component.parameters.size();
  if (n < row.least || n > row.most) {
    return ParameterProblem{std::min(n, row.most),
                            n < row.least
                                ? fmt::format("{} needs {} numbers", row.info.usage, row.least)
                                : fmt::format("{} takes {} {}", row.info.usage, row.most,
                                              row.most == 1 ? "number" : "numbers")};
  }
  return row.check(component.parameters);
}

std::string check_classes(const Component& first, const Component& component) {
  if (n_classes(first) == n_classes(component)) return {};
  return fmt::format("{} classes, but the first component has {}", n_classes(component),
                     n_classes(first));
}

std::string check_weights(std::span<const Component> components) {
  double sum = 0;
  for (const Component& each : components) sum += each.weight;
  if (std::abs(sum - 1) <= weight_tolerance) return {};
  return fmt::format("the weights sum to {}, not to one", sum);
}

}  // namespace detail
}  // namespace qualm
