// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "qualm/error.h"
#include "theory/law.h"
#include "theory/shapes.h"

namespace qualm {
namespace {

std::string component_text(const Component& component) {
  return fmt::format("{}({})", detail::shape_info(component.shape).name,
                     fmt::join(component.parameters, ","));
}

void check(std::span<const Component> components) {
  if (components.empty() || components.size() > detail::most_components) {
    throw_usage(
        fmt::format("{} components: give 1 to {}", components.size(), detail::most_components));
  }
  for (const Component& each : components) {
    const std::string text = component_text(each);
    if (const auto problem = detail::check_parameters(each)) {
      throw_usage(fmt::format("{}: {}", text, problem->message));
    }
    if (!(each.weight > 0 && std::isfinite(each.weight))) {
      throw_usage(fmt::format("{}: its weight must be > 0, not {}", text, each.weight));
    }
    const std::string problem = detail::check_classes(components[0], each);
    if (!problem.empty()) throw_usage(fmt::format("{}: {}", text, problem));
  }
  const std::string problem = detail::check_weights(components);
  if (!problem.empty()) throw_usage(problem);
}

}  // namespace

Distribution::Distribution(std::vector<Component> components) : components_(std::move(components)) {
  check(components_);
  double sum = 0;
  for (const Component& each : components_) sum += each.weight;
  for (Component& each : components_) {
    each.weight /= sum;
    laws_.push_back(detail::make_law(each));
    const std::vector<double> part = laws_.back()->mean();
    mean_.resize(part.size());
    for (std::size_t k = 0; k < part.size(); ++k) mean_[k] += each.weight * part[k];
  }
}

double Distribution::density(std::size_t k, double t) const {
  double sum = 0;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    sum += components_[i].weight * laws_[i]->density(k, t);
  }
  return sum;
}

std::string Distribution::text() const {
  if (components_.size() == 1) return component_text(components_[0]);
  std::string text;
  for (const Component& each : components_) {
    text += fmt::format("{}{}*{}", text.empty() ? "" : "+", each.weight, component_text(each));
  }
  return text;
}

std::vector<NamedDistribution> figure_one() {
  constexpr std::pair<const char*, const char*> rows[] = {
      {"U[0,1]", "uniform(0,1)"},     {"N(0.5,0.1)", "normal(0.5,0.1)"},
      {"Beta(8,2)", "beta(8,2)"},     {"U[0.3,0.7]", "uniform(0.3,0.7)"},
      {"U[0.6,1]", "uniform(0.6,1)"}, {"½δ0+½δ1", "0.5*dirac(0)+0.5*dirac(1)"},
  };
  std::vector<NamedDistribution> result;
  for (const auto& [name, expression] : rows) {
    result.push_back({name, parse_distribution(expression)});
  }
  return result;
}

namespace detail {

std::unique_ptr<const Law> make_law(const Component& component) {
  switch (component.shape) {
    case Shape::uniform:
    case Shape::normal:
      return make_interval_law(component);
    case Shape::dirac:
      return make_dirac_law(component.parameters[0]);
    case Shape::beta:
    case Shape::dirichlet:
      break;
  }
  return make_dirichlet_law(component.parameters);
}

}  // namespace detail
}  // namespace qualm
