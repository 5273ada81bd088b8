// SPDX-License-Identifier: Apache-2.0
#include "theory/shrink.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace qualm::theory {
namespace {

void erase_at(std::vector<double>& values, std::size_t i) {
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(i));
}

std::optional<Case> without_atom(const Case& from, std::size_t i) {
  if (from.atoms.points.size() < 2) return std::nullopt;
  Case smaller = from;
  smaller.atoms.points.erase(smaller.atoms.points.begin() + static_cast<std::ptrdiff_t>(i));
  const double gone = smaller.atoms.weights[i];
  erase_at(smaller.atoms.weights, i);
  for (double& weight : smaller.atoms.weights) weight /= 1 - gone;
  if (smaller.atom > i) --smaller.atom;
  smaller.atom = std::min(smaller.atom, smaller.atoms.points.size() - 1);
  return smaller;
}

// A class that no atom gives any probability.
std::optional<Case> without_class(const Case& from, std::size_t k) {
  if (from.keeps_classes || from.class_weights.size() < 3) return std::nullopt;
  Case smaller = from;
  for (std::vector<double>& point : smaller.atoms.points) {
    if (point[k] != 0) return std::nullopt;
    erase_at(point, k);
  }
  erase_at(smaller.class_weights, k);
  if (!smaller.move.empty()) {
    if (smaller.move[k] != 0) return std::nullopt;
    erase_at(smaller.move, k);
  }
  if (!smaller.in_first.empty()) {
    smaller.in_first.erase(smaller.in_first.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return smaller;
}

bool has_equal_weights(const Case& of) {
  return std::all_of(of.atoms.weights.begin(), of.atoms.weights.end(), [&](double weight) {
    return std::fabs(weight - of.atoms.weights[0]) < 1e-12;
  });
}

std::optional<Case> with_equal_weights(const Case& from) {
  Case plainer = from;
  const double share = 1 / static_cast<double>(from.atoms.weights.size());
  if (has_equal_weights(from)) return std::nullopt;
  std::fill(plainer.atoms.weights.begin(), plainer.atoms.weights.end(), share);
  return plainer;
}

std::optional<Case> with_weights_on_grid(const Case& from, unsigned grid) {
  Case plainer = from;
  double left = 1;
  for (std::size_t i = 0; i + 1 < plainer.atoms.weights.size(); ++i) {
    double& weight = plainer.atoms.weights[i];
    weight = std::round(weight * grid) / grid;
    left -= weight;
    if (weight <= 0) return std::nullopt;
  }
  plainer.atoms.weights.back() = std::round(left * grid) / grid;
  if (plainer.atoms.weights.back() <= 0 || plainer.atoms.weights == from.atoms.weights) {
    return std::nullopt;
  }
  return plainer;
}

bool is_multiple(double value, unsigned grid) {
  const double units = value * grid;
  return std::fabs(units - std::round(units)) < 1e-9;
}

// Entries as multiples of 1 / grid, the last one taking what is left.
std::optional<Case> on_grid(const Case& from, unsigned grid) {
  Case coarser = from;
  bool changed = false;
  const auto put = [&](std::vector<double>& values, double sum) {
    double left = sum;
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
      changed = changed || !is_multiple(values[k], grid);
      values[k] = std::round(values[k] * grid) / grid;
      left -= values[k];
    }
    changed = changed || !is_multiple(values.back(), grid);
    values.back() = std::round(left * grid) / grid;
  };
  for (std::vector<double>& point : coarser.atoms.points) put(point, 1);
  if (!coarser.move.empty()) put(coarser.move, 0);
  for (const std::vector<double>& point : coarser.atoms.points) {
    if (std::any_of(point.begin(), point.end(), [](double entry) { return entry < 0; })) {
      return std::nullopt;
    }
  }
  return changed ? std::optional(coarser) : std::nullopt;
}

constexpr unsigned grids[] = {1, 2, 4, 5, 10, 20, 100};

// The first grid that all numbers are on.
std::size_t coarseness(const std::vector<std::vector<double>>& rows) {
  for (std::size_t i = 0; i < std::size(grids); ++i) {
    const bool fits = std::all_of(rows.begin(), rows.end(), [&](const std::vector<double>& row) {
      return std::all_of(row.begin(), row.end(),
                         [&](double value) { return is_multiple(value, grids[i]); });
    });
    if (fits) return i;
  }
  return std::size(grids);
}

// What a reader has to take in, the worst first. Each step of shrinking must lower it.
auto burden(const Case& of) {
  std::vector<std::vector<double>> numbers = of.atoms.points;
  numbers.push_back(of.move);
  return std::tuple(of.class_weights.size(), of.atoms.points.size(), coarseness(numbers),
                    has_equal_weights(of) ? 0 : 1 + coarseness({of.atoms.weights}),
                    of.towards == 0.5 ? 0 : 1);
}

// Every way to make a case plainer.
std::vector<Case> plainer_cases(const Case& from) {
  std::vector<Case> cases;
  const auto add = [&](std::optional<Case> made) {
    if (made && burden(*made) < burden(from)) cases.push_back(std::move(*made));
  };
  for (std::size_t i = 0; i < from.atoms.points.size(); ++i) add(without_atom(from, i));
  for (std::size_t k = 0; k < from.class_weights.size(); ++k) add(without_class(from, k));
  add(with_equal_weights(from));
  for (const unsigned grid : grids) {
    add(on_grid(from, grid));
    add(with_weights_on_grid(from, grid));
  }
  Case half_way = from;
  half_way.towards = 0.5;
  add(half_way);
  return cases;
}

std::string named(std::string_view text, Part part) {
  constexpr std::string_view letters = "TAE";
  std::string result;
  for (const char c : text) {
    if (c == 'U') result += letters[static_cast<std::size_t>(part)];
    result += c;
  }
  // "uniform" has no capital U, and no other text has one that is not a measure.
  return result;
}

std::string_view sign_of(Relation relation) {
  return relation == Relation::equal ? "=" : relation == Relation::at_least ? ">=" : ">";
}

}  // namespace

Instance shrink(const Judge& judge, Case found, Part part, Verdict verdict) {
  const auto still_found = [&](const Case& candidate) {
    const std::optional<Comparison> compared = judge.compare(candidate);
    return compared && judge.judge(candidate, *compared, part).verdict == verdict;
  };
  for (bool improved = true; improved;) {
    improved = false;
    for (Case& candidate : plainer_cases(found)) {
      if (!still_found(candidate)) continue;
      found = std::move(candidate);
      improved = true;
      break;
    }
  }
  const std::optional<Comparison> compared = judge.compare(found);
  Instance instance;
  instance.part = part;
  instance.before = found.atoms;
  instance.after = compared->after;
  instance.class_weights = found.class_weights;
  for (std::size_t k = 0; k < found.in_first.size(); ++k) {
    if (found.in_first[k]) instance.first_labels.push_back(k);
  }
  instance.relation = sign_of(compared->relation);
  instance.left_name = named(compared->left_name, part);
  instance.right_name = named(compared->right_name, part);
  instance.left = get(compared->left, part);
  instance.right = get(compared->right, part);
  return instance;
}

}  // namespace qualm::theory
