// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "theory/axiom_case.h"

namespace qualm::theory {
namespace {

// `total` units shared out among n places, every way of cutting equally likely.
std::vector<unsigned> share_out(Random& random, unsigned total, std::size_t n) {
  std::vector<unsigned> cuts(n - 1);
  for (unsigned& cut : cuts) cut = static_cast<unsigned>(random.below(total + 1));
  std::sort(cuts.begin(), cuts.end());
  cuts.push_back(total);
  for (std::size_t i = n; i-- > 1;) cuts[i] -= cuts[i - 1];
  return cuts;
}

std::vector<double> draw_point(Random& random, const CaseSize& size) {
  std::vector<double> point;
  for (const unsigned units : share_out(random, size.grid, size.n_classes)) {
    point.push_back(static_cast<double>(units) / size.grid);
  }
  return point;
}

constexpr std::size_t fewest_classes = 2, n_class_counts = 3;

// Values of the classes of a face, with zeros for all others.
template <class T>
std::vector<T> spread_out(const std::vector<T>& values, const std::vector<std::size_t>& face,
                          std::size_t n_classes) {
  std::vector<T> result(n_classes);
  for (std::size_t i = 0; i < face.size(); ++i) result[face[i]] = values[i];
  return result;
}

}  // namespace

CaseSize size_of_try(std::uint64_t index) noexcept {
  constexpr unsigned grids[] = {2, 4, 5, 10, 20, 100};
  return {fewest_classes + static_cast<std::size_t>(index % n_class_counts),
          1 + static_cast<std::size_t>(index / 3 % 4), grids[index / 12 % std::size(grids)]};
}

Case draw_case(Random& random, const CaseSize& size, ClassWeights weights) {
  Case drawn;
  for (std::size_t i = 0; i < size.most_atoms; ++i) {
    drawn.atoms.points.push_back(draw_point(random, size));
  }
  // A Dirac measure may be told as several atoms at one place.
  if (random.below(8) == 0) {
    std::fill(drawn.atoms.points.begin(), drawn.atoms.points.end(), drawn.atoms.points[0]);
  }
  // Each atom has at least one part, so that none has weight zero.
  const bool equal = random.below(2) == 0;
  const auto n = static_cast<unsigned>(size.most_atoms);
  const unsigned parts = equal ? n : 10;
  std::vector<unsigned> extra(size.most_atoms, 0);
  if (!equal) extra = share_out(random, parts - n, size.most_atoms);
  for (const unsigned more : extra) {
    drawn.atoms.weights.push_back(static_cast<double>(1 + more) / parts);
  }
  constexpr double levels[] = {1, 2, 5, 10};
  for (std::size_t k = 0; k < size.n_classes; ++k) {
    drawn.class_weights.push_back(
        weights == ClassWeights::equal ? 1 : levels[random.below(std::size(levels))]);
  }
  return drawn;
}

std::vector<std::size_t> draw_face(Random& random, const CaseSize& size,
                                   const std::vector<double>& class_weights) {
  std::vector<std::size_t> classes(class_weights.size());
  std::iota(classes.begin(), classes.end(), 0);
  const bool is_whole = size.n_classes + 1 == fewest_classes + n_class_counts;
  if (is_whole || size.n_classes >= classes.size()) return classes;
  const auto end = classes.begin() + static_cast<std::ptrdiff_t>(size.n_classes);
  if (random.below(2) == 0) {
    std::partial_sort(classes.begin(), end, classes.end(), [&](std::size_t a, std::size_t b) {
      return class_weights[a] != class_weights[b] ? class_weights[a] > class_weights[b] : a < b;
    });
  } else {
    for (std::size_t i = 0; i < size.n_classes; ++i) {
      std::swap(classes[i], classes[i + random.below(classes.size() - i)]);
    }
  }
  classes.erase(end, classes.end());
  std::sort(classes.begin(), classes.end());
  return classes;
}

void put_on_face(const std::vector<std::size_t>& face, const std::vector<double>& class_weights,
                 Case& drawn) {
  const std::size_t n_classes = class_weights.size();
  for (std::vector<double>& point : drawn.atoms.points) point = spread_out(point, face, n_classes);
  if (!drawn.move.empty()) drawn.move = spread_out(drawn.move, face, n_classes);
  if (!drawn.in_first.empty()) drawn.in_first = spread_out(drawn.in_first, face, n_classes);
  drawn.class_weights = class_weights;
  drawn.keeps_classes = true;
}

void put_around(Random& random, const std::vector<double>& centre,
                const std::vector<std::size_t>& face, Case& drawn) {
  const auto how = random.below(4);
  if (how < 2) return;
  // An atom becomes share * atom + base.
  constexpr double shares[] = {0.5, 0.1, 0.01};
  double share = shares[random.below(std::size(shares))];
  std::vector<double> base = centre;
  if (how == 2) {
    share = 0;
    for (const std::size_t k : face) {
      share += centre[k];
      base[k] = 0;
    }
  } else {
    for (double& entry : base) entry *= 1 - share;
  }
  for (std::vector<double>& point : drawn.atoms.points) {
    for (std::size_t k = 0; k < base.size(); ++k) point[k] = share * point[k] + base[k];
  }
}

}  // namespace qualm::theory
