// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

}  // namespace

CaseSize size_of_try(std::uint64_t index) noexcept {
  constexpr unsigned grids[] = {2, 4, 5, 10, 20, 100};
  return {2 + static_cast<std::size_t>(index % 3), 1 + static_cast<std::size_t>(index / 3 % 4),
          grids[index / 12 % std::size(grids)]};
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

}  // namespace qualm::theory
