// SPDX-License-Identifier: Apache-2.0
#include "qualm/theory/scoring_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <vector>

#include "measures/tsallis.h"
#include "qualm/error.h"

namespace qualm {
namespace {

using Point = std::span<const double>;

double sum_over(std::size_t n, const std::function<double(std::size_t)>& term) {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += term(k);
  return sum;
}

double norm(Point theta) {
  return std::sqrt(sum_over(theta.size(), [&](std::size_t k) { return theta[k] * theta[k]; }));
}

std::size_t best_class(Point theta) {
  return static_cast<std::size_t>(std::max_element(theta.begin(), theta.end()) - theta.begin());
}

const std::vector<ScoringRule>& named_rules() {
  static const std::vector<ScoringRule> rules = {
      {"log",
       [](Point t) {
         return sum_over(t.size(),
                         [&](std::size_t k) { return t[k] > 0 ? -t[k] * std::log(t[k]) : 0; });
       },
       [](Point m, Point t) {
         // What is added sums to 0 and makes every term >= 0.
         return sum_over(t.size(), [&](std::size_t k) {
           return (t[k] > 0 ? t[k] * std::log(t[k] / m[k]) : 0) - (t[k] - m[k]);
         });
       }},
      {"brier", [](Point t) { return 1 - norm(t) * norm(t); },
       [](Point m, Point t) {
         return sum_over(t.size(), [&](std::size_t k) { return (t[k] - m[k]) * (t[k] - m[k]); });
       }},
      {"spherical", [](Point t) { return 1 - norm(t); },
       [](Point m, Point t) {
         const double inner = sum_over(t.size(), [&](std::size_t k) { return t[k] * m[k]; });
         return std::max(0.0, norm(t) - inner / norm(m));
       }},
      {"zero-one", [](Point t) { return 1 - *std::max_element(t.begin(), t.end()); },
       [](Point m, Point t) { return *std::max_element(t.begin(), t.end()) - t[best_class(m)]; }},
  };
  return rules;
}

}  // namespace

std::span<const ScoringRule> scoring_rules() {
  return named_rules();
}

ScoringRule tsallis(double q) {
  check_tsallis_order(q);
  return {fmt::format("tsallis:{}", q), [q](Point t) { return detail::tsallis_entropy(t, q); },
          [q](Point m, Point t) {
            std::vector<double> difference(t.size());
            std::transform(t.begin(), t.end(), m.begin(), difference.begin(), std::minus<>());
            return detail::tsallis_divergence(m, t, difference, q);
          }};
}

std::optional<double> tsallis_order_of(std::string_view name) {
  constexpr std::string_view prefix = "tsallis";
  if (name != prefix && !name.starts_with("tsallis:")) return std::nullopt;
  const std::string_view order = name.substr(std::min(name.size(), prefix.size() + 1));
  double q = 0;
  const auto [end, error] = std::from_chars(order.data(), order.data() + order.size(), q);
  if (error != std::errc{} || end != order.data() + order.size()) {
    throw_usage(fmt::format("'{}': write the order as a number, as in tsallis:1.5", name));
  }
  check_tsallis_order(q);
  return q;
}

ScoringRule find_scoring_rule(std::string_view name) {
  if (const std::optional<double> order = tsallis_order_of(name)) return tsallis(*order);
  std::vector<std::string_view> names;
  for (const ScoringRule& rule : named_rules()) {
    if (rule.name == name) return rule;
    names.push_back(rule.name);
  }
  names.emplace_back("tsallis:Q");
  throw_usage(
      fmt::format("unknown scoring rule '{}': choose from {}", name, fmt::join(names, ", ")));
}

UncertaintyMeasure measure_of(const ScoringRule& rule) {
  UncertaintyMeasure measure;
  measure.name = rule.name;
  measure.of_atoms = [rule](const Atoms& atoms, std::span<const double> /*class_weights*/) {
    const std::vector<double> mean = atoms.mean();
    PartValues values;
    for (std::size_t i = 0; i < atoms.points.size(); ++i) {
      values.aleatoric += atoms.weights[i] * rule.entropy(atoms.points[i]);
      if (rule.divergence) {
        values.epistemic += atoms.weights[i] * rule.divergence(mean, atoms.points[i]);
      }
    }
    values.total = rule.entropy(mean);
    if (!rule.divergence) values.epistemic = values.total - values.aleatoric;
    return values;
  };
  return measure;
}

}  // namespace qualm
