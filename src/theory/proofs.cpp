// SPDX-License-Identifier: Apache-2.0
#include "theory/proofs.h"

#include <algorithm>

namespace qualm::theory {
namespace {

struct Proof {
  std::string_view measure;  ///< without its parameter: of every value of it
  std::string_view axiom;
  Verdict verdict;
  bool any_weights;  ///< also for unequal class weights
  std::string_view sentence;
  bool strict_epistemic = false;  ///< weak for another part only
};

constexpr Proof proofs[] = {
    {"variance", "A0", Verdict::holds, true,
     "Variances and means of t(1 - t) are not negative (Theorem 3.1)."},
    {"variance", "A1", Verdict::holds, true,
     "A variance is 0 exactly for a constant (Theorem 3.1)."},
    {"variance", "A3", Verdict::weak, true,
     "Var(X + Z) = Var(X) + Var(Z) for a spread Z, so EU grows strictly (Theorem 3.1). TU depends "
     "on the mean alone, which a spread does not change.",
     true},
    {"variance", "A4", Verdict::holds, false,
     "V(t) = sum t_k (1 - t_k) is strictly concave with its maximum at the centre, and EU does not "
     "change (Corollary 3.1)."},
    {"variance", "C3.1", Verdict::holds, true,
     "V is strictly concave with its maximum at beta, and EU does not change (Corollary 3.1)."},
    {"variance", "A5", Verdict::holds, true, "Var(X + z) = Var(X) (Theorem 3.1)."},
    {"variance", "A6", Verdict::holds, true, "t(1 - t) = 0 for t = 0 and t = 1 (Theorem 3.1)."},
    {"variance", "A7", Verdict::holds, true,
     "The measure is a sum over labels: both sides are equal (Theorem 3.1)."},
    {"entropy", "A0", Verdict::holds, true, "Entropies and divergences are not negative."},
    {"entropy", "A1", Verdict::holds, true, "KL(X || mean) = 0 exactly if X = mean."},
    {"entropy", "A3", Verdict::weak, true,
     "x -> KL(x || mean) is strictly convex, so EU grows strictly (the paper shows the weak form). "
     "TU depends on the mean alone, which a spread does not change.",
     true},
    {"entropy", "A6", Verdict::holds, true, "The entropy of a corner is 0."},
    {"entropy", "A7", Verdict::holds, true,
     "H(Q|1) + H(Q|2) - H(Q) is the binary entropy of the side of the partition. It is not "
     "negative (TU, AU), and it is concave, so its value at the mean is at least its mean value "
     "(EU)."},
    {"label-entropy", "A0", Verdict::holds, true, "Entropies and divergences are not negative."},
    {"label-entropy", "A1", Verdict::holds, true,
     "A binary divergence is 0 exactly if both are equal."},
    {"label-entropy", "A3", Verdict::weak, true,
     "Binary divergences from the mean are strictly convex, so EU grows strictly. TU depends on "
     "the mean alone, which a spread does not change.",
     true},
    {"label-entropy", "A6", Verdict::holds, true, "The binary entropy of 0 and of 1 is 0."},
    {"label-entropy", "A7", Verdict::holds, true,
     "The measure is a sum over labels: both sides are equal."},
    {"spherical", "A0", Verdict::holds, true,
     "|x| <= 1 on the simplex, and <x, m> <= |x| |m| (Cauchy-Schwarz)."},
    {"spherical", "A1", Verdict::holds, true,
     "Cauchy-Schwarz is an equality only for points on one ray, and no two points of the simplex "
     "are on the same ray."},
    {"spherical", "A3", Verdict::weak, true,
     "The norm is strictly convex on the simplex, so EU grows strictly. TU depends on the mean "
     "alone, which a spread does not change.",
     true},
    {"spherical", "A6", Verdict::holds, true, "|x| = 1 at a corner."},
    {"tsallis", "A0", Verdict::holds, true, "Entropies and divergences are not negative."},
    {"tsallis", "A1", Verdict::holds, true,
     "G is strictly concave, so that D(mean, X) = 0 exactly if X = mean."},
    {"tsallis", "A3", Verdict::weak, true,
     "G is strictly concave, so EU grows strictly. TU depends on the mean alone, which a spread "
     "does "
     "not change.",
     true},
    {"tsallis", "A6", Verdict::holds, true, "G = 0 at a corner."},
    {"zero-one", "A0", Verdict::holds, true,
     "An entry is at most the greatest one, which is at most 1."},
    {"zero-one", "A3", Verdict::weak, true,
     "x -> max x - x at the mean's best class is convex, but not strictly. TU depends on the mean "
     "alone, which a spread does not change."},
    {"zero-one", "A6", Verdict::holds, true, "max x = 1 at a corner."},
    {"wasserstein", "A0", Verdict::holds, true, "Distances are not negative, and max x <= 1."},
    {"wasserstein", "A1", Verdict::holds, true, "E|X - q| = 0 exactly if X = q almost surely."},
    {"wasserstein", "A3", Verdict::weak, true,
     "x -> |x - q| is convex, but not strictly, and so is the minimum of its mean over q. TU "
     "depends on the mean alone, which a spread does not change."},
    {"wasserstein", "A5", Verdict::holds, true,
     "A shift moves every quantile of class k by z_k, and the z_k sum to 0."},
    {"wasserstein", "A6", Verdict::holds, true, "max x = 1 at a corner."},
    {"wasserstein", "A7", Verdict::holds, true,
     "With S the mass of the first side A and B the other: max(x_A, 1 - S) + max(x_B, S) <= 1 + "
     "max x gives TU and AU. For EU let q1 and q2 be optimal for the marginals, with mass a of q1 "
     "and b of q2 on side A: the sum of q = (q1_A, q2_B) differs from 1 by |a - b| <= E|S - a| + "
     "E|S - b|, and the EU of the marginals contains both terms."},
    {"pairwise-entropy", "A0", Verdict::holds, true, "Entropies and divergences are not negative."},
    {"pairwise-entropy", "A1", Verdict::holds, true,
     "KL(X || X') = 0 for almost all pairs exactly if X is constant."},
    {"pairwise-entropy", "A3", Verdict::weak, true,
     "A spread keeps the mean, and x -> KL(x || mean) + KL(mean || x) is strictly convex, as is "
     "x -> -sum mean_k log x_k: EU and TU grow strictly, unless they are already infinite."},
    {"pairwise-entropy", "A6", Verdict::holds, true, "The entropy of a corner is 0."},
    {"pairwise-entropy", "A7", Verdict::holds, true,
     "Both marginals together exceed the whole by the entropy (AU) or the divergence (EU) of the "
     "side of the partition, which is not negative."},
    {"reverse-entropy", "A0", Verdict::holds, true, "Divergences are not negative."},
    {"reverse-entropy", "A1", Verdict::holds, true, "KL(mean || X) = 0 exactly if X = mean."},
    {"reverse-entropy", "A3", Verdict::weak, true,
     "A spread keeps the mean, and x -> KL(mean || x) is strictly convex where the mean is not 0: "
     "EU grows strictly, unless it is already infinite."},
    {"reverse-entropy", "A7", Verdict::holds, true,
     "Both marginals together exceed the whole by the divergence of the side of the partition, "
     "which is not negative."},
    {"ordinal-variance", "A0", Verdict::holds, true,
     "Variances and means of F(1 - F) are not negative."},
    {"ordinal-variance", "A1", Verdict::holds, true,
     "The variances of all F_k are 0 exactly if all F_k, and so all probabilities, are constant."},
    {"ordinal-variance", "A3", Verdict::weak, true,
     "A spread moves at least one F_k, whose variance grows strictly. TU depends on the mean "
     "alone, which a spread does not change.",
     true},
    {"ordinal-variance", "A5", Verdict::holds, true,
     "A shift adds a constant to every F_k, which does not change its variance."},
    {"ordinal-variance", "A6", Verdict::holds, true, "F(1 - F) = 0 for F = 0 and F = 1."},
    {"ordinal-entropy", "A0", Verdict::holds, true, "Entropies and divergences are not negative."},
    {"ordinal-entropy", "A1", Verdict::holds, true,
     "Binary divergences are 0 exactly if all F_k, and so all probabilities, are constant."},
    {"ordinal-entropy", "A3", Verdict::weak, true,
     "A spread moves at least one F_k, and binary divergences from the mean are strictly convex: "
     "EU "
     "grows strictly. TU depends on the mean alone, which a spread does not change.",
     true},
    {"ordinal-entropy", "A6", Verdict::holds, true, "The binary entropy of 0 and of 1 is 0."},
    {"ordinal-absolute", "A0", Verdict::holds, true,
     "The least expected distance is not negative, and no other class has a smaller one."},
    {"ordinal-absolute", "A3", Verdict::weak, true,
     "The excess cost of the mean's median is convex, but not strictly. TU depends on the mean "
     "alone, which a spread does not change."},
    {"ordinal-absolute", "A6", Verdict::holds, true, "min(F, 1 - F) = 0 for F = 0 and F = 1."},
    {"integer-variance", "A0", Verdict::holds, true, "Variances are not negative."},
    {"integer-variance", "A3", Verdict::weak, true,
     "The variance of the expected class does not fall, and does not change under a spread that "
     "keeps the expected class. TU depends on the mean alone, which a spread does not change."},
    {"integer-variance", "A5", Verdict::holds, true,
     "A shift adds a constant to the expected class, which does not change its variance."},
    {"integer-variance", "A6", Verdict::holds, true, "A certain class has no variance."},
    {"credal", "A0", Verdict::holds, true,
     "Entropies are not negative, and the greatest is not below the least."},
    {"credal", "A1", Verdict::holds, true,
     "Entropy is strictly concave: it is constant on a convex set only if that is one point."},
    {"credal", "A2", Verdict::holds, true,
     "The points of the uniform distribution fill the simplex: AU is 0 and TU is the maximum."},
    {"credal", "A3", Verdict::weak, true,
     "After a spread, each point lies in the hull of the points that replace it: the set grows, so "
     "that TU and EU do not fall and AU does not rise. A spread inside the hull changes nothing."},
    {"credal", "A6", Verdict::holds, true, "A member at a corner has entropy 0."},
    {"credal-interval", "A0", Verdict::holds, true,
     "Entropies are not negative, and the greatest is not below the least."},
    {"credal-interval", "A1", Verdict::holds, true,
     "Entropy is strictly concave: it is constant on a convex set only if that is one point."},
    {"credal-interval", "A2", Verdict::holds, true,
     "The points of the uniform distribution fill the simplex: AU is 0 and TU is the maximum."},
    {"credal-interval", "A3", Verdict::weak, true,
     "A spread widens the range of each class or leaves it unchanged: the set grows, so that TU "
     "and EU do not fall and AU does not rise. A spread within the ranges changes nothing."},
    {"credal-interval", "A6", Verdict::holds, true, "A member at a corner has entropy 0."},
};

// A proof for unequal weights supposes that two points of the simplex that differ do so in a class
// that has weight: at most one weight is 0. That of C3.1 also supposes that V has one maximum only,
// which two weights that are not 0 suffice for.
bool fits_weights(const Proof& proof, const AxiomOptions& options) {
  if (options.class_weights == ClassWeights::equal) return true;
  const std::vector<double>& own = options.own_weights;
  if (own.empty()) return proof.any_weights;
  const auto n_zero = std::count(own.begin(), own.end(), 0.0);
  const bool are_equal =
      std::all_of(own.begin(), own.end(), [&](double weight) { return weight == own[0]; });
  if (are_equal) return true;
  const bool has_one_maximum = own.size() >= 2 + static_cast<std::size_t>(n_zero);
  return proof.any_weights && (n_zero <= 1 || (proof.axiom == "C3.1" && has_one_maximum));
}

bool is_about(const Proof& proof, std::string_view measure, std::string_view axiom,
              const AxiomOptions& options) {
  return proof.measure == measure.substr(0, measure.find(':')) && proof.axiom == axiom &&
         fits_weights(proof, options);
}

}  // namespace

std::string proof_of(std::string_view measure, std::string_view axiom, const AxiomOptions& options,
                     Verdict verdict) {
  for (const Proof& proof : proofs) {
    if (proof.verdict == verdict && is_about(proof, measure, axiom, options)) {
      return std::string(proof.sentence);
    }
  }
  return {};
}

bool is_proven_strict(std::string_view measure, std::string_view axiom, const AxiomOptions& options,
                      Part part) {
  return std::any_of(std::begin(proofs), std::end(proofs), [&](const Proof& proof) {
    return is_about(proof, measure, axiom, options) &&
           (proof.verdict == Verdict::holds || (proof.strict_epistemic && part == Part::epistemic));
  });
}

}  // namespace qualm::theory
