// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace qualm::detail {

/// The votes for one class and against it: whole numbers where all members count alike, otherwise
/// weights.
struct VotesOfClass {
  std::size_t k;
  double votes, others;

  [[nodiscard]] double share() const { return votes / (votes + others); }
  [[nodiscard]] double rest() const { return others / (votes + others); }
  /// The natural logarithm of share(), exact also where that is near one.
  [[nodiscard]] double log_share() const;
  /// That of rest(), which must not be zero.
  [[nodiscard]] double log_rest() const;
};

/// The classes of one instance that have votes, in the order of the classes. Reuses its memory.
class VoteTally {
 public:
  /// `weights`: one for each member; empty if all count alike.
  explicit VoteTally(std::span<const double> weights) : weights_(weights) {}

  void count(std::span<const std::size_t> labels);
  [[nodiscard]] std::span<const VotesOfClass> classes() const { return classes_; }
  /// Where the class with most votes is in classes(), the lowest where tied.
  [[nodiscard]] const VotesOfClass& winner() const;

 private:
  std::span<const double> weights_;
  std::vector<std::pair<std::size_t, double>> ballots_;  // label and weight
  std::vector<double> terms_;
  std::vector<VotesOfClass> classes_;
};

}  // namespace qualm::detail
