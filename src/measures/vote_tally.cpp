// SPDX-License-Identifier: Apache-2.0
#include "measures/vote_tally.h"

#include <algorithm>
#include <cmath>

#include "array/sorted_sum.h"

namespace qualm::detail {
namespace {

double log_of_share(double share, double rest) {
  return rest < 0.5 ? std::log1p(-rest) : std::log(share);
}

}  // namespace

double VotesOfClass::log_share() const {
  return log_of_share(share(), rest());
}
double VotesOfClass::log_rest() const {
  return log_of_share(rest(), share());
}

void VoteTally::count(std::span<const std::size_t> labels) {
  ballots_.clear();
  for (std::size_t m = 0; m < labels.size(); ++m) {
    ballots_.emplace_back(labels[m], weights_.empty() ? 1 : weights_[m]);
  }
  std::sort(ballots_.begin(), ballots_.end());
  // Sums of ones are exact. Others are taken from the smallest to the greatest weight.
  const auto weight_where = [&](auto&& chosen) {
    terms_.clear();
    for (const auto& [label, weight] : ballots_) {
      if (chosen(label)) terms_.push_back(weight);
    }
    return sorted_sum(terms_);
  };
  classes_.clear();
  for (auto first = ballots_.begin(); first != ballots_.end();) {
    const std::size_t k = first->first;
    const auto last =
        std::find_if(first, ballots_.end(), [k](const auto& ballot) { return ballot.first != k; });
    if (weights_.empty()) {
      const auto votes = static_cast<double>(last - first);
      classes_.push_back({k, votes, static_cast<double>(labels.size()) - votes});
    } else {
      classes_.push_back({k, weight_where([k](std::size_t label) { return label == k; }),
                          weight_where([k](std::size_t label) { return label != k; })});
    }
    first = last;
  }
  // Members that weigh nothing have no say.
  std::erase_if(classes_, [](const VotesOfClass& each) { return each.votes == 0; });
}

const VotesOfClass& VoteTally::winner() const {
  return *std::max_element(
      classes_.begin(), classes_.end(),
      [](const VotesOfClass& a, const VotesOfClass& b) { return a.votes < b.votes; });
}

}  // namespace qualm::detail
