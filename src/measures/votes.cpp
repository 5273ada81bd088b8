// SPDX-License-Identifier: Apache-2.0
#include "measures/votes.h"

#include <algorithm>
#include <cmath>

namespace qualm::detail {
namespace {

// sum_k weight share (1 - share), from a sum of whole numbers that is exact.
template <class Weight>
double spread(VoteCount& count, const Weight& weight) {
  return count.sum([&](const VotesOfClass& each) {
    return weight(each.k) * (each.votes * each.others);
  }) / (count.whole * count.whole);
}

}  // namespace

double variance_of_votes(VoteCount& count, const VotesOfClass* of_class) {
  if (of_class != nullptr) {
    return of_class->votes * of_class->others / (count.whole * count.whole);
  }
  return spread(count, [&](std::size_t k) { return count.class_weight(k); });
}

double entropy_of_votes(VoteCount& count, const VotesOfClass* /*of_class*/) {
  return count.sum([](const VotesOfClass& each) { return -each.share() * each.log_share(); });
}

double label_entropy_of_votes(VoteCount& count, const VotesOfClass* of_class) {
  const auto of_one = [](const VotesOfClass& each) {
    if (each.others == 0) return 0.0;
    return -(each.share() * each.log_share() + each.rest() * each.log_rest());
  };
  if (of_class != nullptr) return of_one(*of_class);
  return count.sum(
      [&](const VotesOfClass& each) { return count.class_weight(each.k) * of_one(each); });
}

double spherical_of_votes(VoteCount& count, const VotesOfClass* /*of_class*/) {
  const double impurity = spread(count, [](std::size_t) { return 1.0; });  // 1 - |shares|^2
  return impurity / (1 + std::sqrt(1 - std::min(1.0, impurity)));
}

double zero_one_of_votes(VoteCount& count, const VotesOfClass* /*of_class*/) {
  double least = 1;
  for (const VotesOfClass& each : count.tally.classes()) least = std::min(least, each.rest());
  return least;
}

}  // namespace qualm::detail
