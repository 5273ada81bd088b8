// SPDX-License-Identifier: Apache-2.0
#include "theory/moves.h"

#include <algorithm>
#include <cmath>

namespace qualm::theory {
namespace {

// Rounding may put an entry this far outside of [0, 1]; it is put back.
constexpr double rounding = 1e-12;

std::optional<std::vector<double>> moved(const std::vector<double>& point,
                                         const std::vector<double>& move, double factor) {
  std::vector<double> result(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    result[k] = point[k] + factor * move[k];
    if (result[k] < -rounding || result[k] > 1 + rounding) return std::nullopt;
    result[k] = std::clamp(result[k], 0.0, 1.0);
    if (result[k] < rounding) result[k] = 0;
  }
  return result;
}

// From one class to another.
void add_step(Random& random, const CaseSize& size, std::vector<double>& move) {
  const auto from = static_cast<std::size_t>(random.below(size.n_classes));
  const auto to =
      (from + 1 + static_cast<std::size_t>(random.below(size.n_classes - 1))) % size.n_classes;
  move[from] -= 1;
  move[to] += 1;
}

bool is_none(const std::vector<double>& move) {
  return std::all_of(move.begin(), move.end(),
                     [](double step) { return std::fabs(step) < rounding; });
}

}  // namespace

std::optional<Atoms> spread(const Atoms& atoms, std::size_t atom, const std::vector<double>& move) {
  if (is_none(move) || atom >= atoms.points.size()) return std::nullopt;
  const auto up = moved(atoms.points[atom], move, 1), down = moved(atoms.points[atom], move, -1);
  if (!up || !down) return std::nullopt;
  Atoms after = atoms;
  after.points[atom] = *up;
  after.points.push_back(*down);
  after.weights[atom] /= 2;
  after.weights.push_back(after.weights[atom]);
  return after;
}

std::optional<Atoms> shifted(const Atoms& atoms, const std::vector<double>& move) {
  if (is_none(move)) return std::nullopt;
  Atoms after = atoms;
  for (std::vector<double>& point : after.points) {
    const auto to = moved(point, move, 1);
    if (!to) return std::nullopt;
    point = *to;
  }
  return after;
}

std::vector<double> way_to(const std::vector<double>& centre, const std::vector<double>& mean,
                           double share) {
  std::vector<double> way(centre.size());
  for (std::size_t k = 0; k < way.size(); ++k) way[k] = share * (centre[k] - mean[k]);
  return way;
}

std::vector<double> draw_move(Random& random, const CaseSize& size) {
  std::vector<double> move(size.n_classes, 0.0);
  add_step(random, size, move);
  const double length = static_cast<double>(1 + random.below(size.grid)) / size.grid;
  if (size.n_classes > 2 && random.below(4) == 0) add_step(random, size, move);
  for (double& step : move) step *= length;
  return move;
}

Marginal marginal_of(const Atoms& atoms, const std::vector<double>& class_weights,
                     const std::vector<bool>& in_first, bool first) {
  Marginal result;
  result.atoms.weights = atoms.weights;
  for (const std::vector<double>& point : atoms.points) {
    std::vector<double> kept;
    double rest = 0;
    for (std::size_t k = 0; k < point.size(); ++k) {
      if (in_first[k] == first) {
        kept.push_back(point[k]);
      } else {
        rest += point[k];
      }
    }
    kept.push_back(rest);
    result.atoms.points.push_back(std::move(kept));
  }
  for (std::size_t k = 0; k < class_weights.size(); ++k) {
    if (in_first[k] == first) result.class_weights.push_back(class_weights[k]);
  }
  result.class_weights.push_back(0);
  return result;
}

PartValues value_of_uniform(const UncertaintyMeasure& measure,
                            const std::vector<double>& class_weights) {
  const std::size_t n_classes = class_weights.size();
  if (measure.of_uniform) return measure.of_uniform(n_classes, class_weights);
  // Draws of Dirichlet(1, ..., 1), each with all its rotations, so that the mean is the centre.
  constexpr std::size_t n_draws = 500;
  Random random(1, n_classes);
  Atoms many;
  for (std::size_t i = 0; i < n_draws; ++i) {
    std::vector<double> point(n_classes);
    double sum = 0;
    for (double& entry : point) sum += entry = -std::log1p(-random.uniform());
    for (double& entry : point) entry /= sum;
    for (std::size_t k = 0; k < n_classes; ++k) {
      many.points.push_back(point);
      std::rotate(point.begin(), point.begin() + 1, point.end());
    }
  }
  many.weights.assign(many.points.size(), 1 / static_cast<double>(many.points.size()));
  return measure.of_atoms(many, class_weights);
}

}  // namespace qualm::theory
