// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "array/sorted_sum.h"
#include "measures/vote_tally.h"

namespace qualm::detail {

/// The votes for one instance, as the families see them. A member that gives a label is certain:
/// AU is 0, and EU = TU is the uncertainty of the shares of the votes. Sums run over the classes
/// that have votes; the others add nothing.
class VoteCount {
 public:
  /// `member_weights`: empty if all count alike. `class_weights`: empty if all are one.
  VoteCount(std::size_t n_members, std::span<const double> member_weights,
            std::span<const double> class_weights)
      : tally(member_weights),
        whole(member_weights.empty() ? static_cast<double>(n_members) : 1),
        class_weights_(class_weights) {}

  VoteTally tally;
  double whole;  ///< all votes

  [[nodiscard]] double class_weight(std::size_t k) const {
    return class_weights_.empty() ? 1 : class_weights_[k];
  }
  /// The same bits for any order of the classes.
  template <class Term>
  [[nodiscard]] double sum(const Term& term) {
    terms_.clear();
    for (const VotesOfClass& each : tally.classes()) terms_.push_back(term(each));
    return sorted_sum(terms_);
  }

 private:
  std::span<const double> class_weights_;
  std::vector<double> terms_;
};

// As Family::of_votes says. Nats.
[[nodiscard]] double variance_of_votes(VoteCount& count, const VotesOfClass* of_class);
[[nodiscard]] double entropy_of_votes(VoteCount& count, const VotesOfClass* of_class);
[[nodiscard]] double label_entropy_of_votes(VoteCount& count, const VotesOfClass* of_class);
[[nodiscard]] double spherical_of_votes(VoteCount& count, const VotesOfClass* of_class);
[[nodiscard]] double zero_one_of_votes(VoteCount& count, const VotesOfClass* of_class);

}  // namespace qualm::detail
