// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pseudo_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "evaluation/roc.h"
#include "evaluation/support/example.h"

namespace qualm {
namespace {

using evaluation::OfKinds;
using evaluation::StripGroups;
using kernels::StripValues;
using testing::Example;
using testing::make_example;

/// The same rows but one of a group.
Tally without(const Tally& tally, std::size_t group, unsigned kind) {
  Column<std::uint32_t> negatives = tally.negatives.all(), positives = tally.positives.all();
  --(kind == 1 ? positives : negatives)[group];
  return {*tally.scores, Counts(negatives), Counts(positives)};
}

using Visit = std::function<void(std::size_t group, const OfKinds& values)>;
using VisitAll = std::function<void(const Tally&, const Visit&)>;

/// The same for a kind of pseudo-values, which is made of a tally and more.
template <class Values, class... More>
VisitAll all_of(const More&... more) {
  return [=](const Tally& tally, const Visit& visit) {
    const Values values(tally, more...);
    for (const evaluation::Piece& piece : values.pieces().all()) {
      values.visit(piece, [&](const StripGroups& groups, const StripValues& of) {
        groups.each([&](std::size_t group, std::size_t i) {
          visit(group, {of.of_negatives.of[i], of.of_positives.of[i]});
        });
      });
    }
  };
}

/// Leaves out each row in turn and computes the statistic anew. `n_of_kind`: the rows of which one
/// is left out.
void expect_brute_force(const Tally& tally, const std::function<double(const Tally&)>& statistic,
                        const VisitAll& visit_all,
                        const std::function<double(unsigned kind)>& n_of_kind) {
  std::size_t n_seen = 0;
  visit_all(tally, [&](std::size_t group, const OfKinds& values) {
    for (const unsigned kind : {0U, 1U}) {
      const std::uint32_t rows = (kind == 1 ? tally.positives : tally.negatives)[group];
      if (rows == 0) continue;
      n_seen += rows;
      const double n = n_of_kind(kind);
      const double expected =
          n * statistic(tally) - (n - 1) * statistic(without(tally, group, kind));
      EXPECT_NEAR(values[kind], expected, 1e-10 * n) << "group " << group << ", kind " << kind;
    }
  });
  EXPECT_EQ(n_seen, tally.n_rows());
}

/// From all tied to all distinct, two rows to many, and one with scores that no row has.
std::vector<Tally> tallies() {
  std::vector<Tally> result = {Tally({0, 1, 2, 3}, {0, 3, 0, 2}, {0, 1, 0, 4}),
                               Tally({0, 1}, {1, 0}, {0, 1}), Tally({0}, {3}, {2}),
                               Tally({0, 1, 2}, {4, 1, 1}, {0, 0, 0}),
                               Tally({0, 1, 2}, {0, 0, 0}, {2, 1, 3})};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const std::uint64_t n_levels : {1U, 3U, 12U, 1000000U}) {
      result.push_back(make_example(5 + 11 * seed, n_levels, seed).tally());
    }
  }
  return result;
}

TEST(PseudoValues, of_areas_are_those_of_leaving_out_each_row) {
  for (const Tally& tally : tallies()) {
    const auto n_rows = [&](unsigned) { return static_cast<double>(tally.n_rows()); };
    for (const AreaRule rule : {AreaRule::mean, AreaRule::trapezoid}) {
      expect_brute_force(
          tally, [&](const Tally& t) { return aurc(t, rule).value; },
          all_of<evaluation::AurcPseudoValues>(rule), n_rows);
      for (const Optimum optimum : {Optimum::exact, Optimum::asymptotic}) {
        expect_brute_force(
            tally, [&](const Tally& t) { return e_aurc(t, rule, optimum).value; },
            [&](const Tally& t, const Visit& visit) {
              const OfKinds best = evaluation::optimum_pseudo_values(t, rule, optimum);
              all_of<evaluation::AurcPseudoValues>(rule)(
                  t, [&](std::size_t group, const OfKinds& values) {
                    visit(group, {values[0] - best[0], values[1] - best[1]});
                  });
            },
            n_rows);
      }
    }
    if (tally.n_negative == 0 || tally.n_positive == 0) continue;
    expect_brute_force(
        tally, [](const Tally& t) { return augrc(t).value; },
        [&](const Tally& t, const Visit& visit) {
          const evaluation::AugrcPseudoValues of(t, evaluation::doubled_u(t));
          all_of<evaluation::PlacementValues>()(t, [&](std::size_t group, const OfKinds& placed) {
            visit(group,
                  {of.shift[0] + of.factor[0] * placed[0], of.shift[1] + of.factor[1] * placed[1]});
          });
        },
        n_rows);
  }
}

TEST(PseudoValues, of_average_precision_leave_the_other_kind_as_it_is) {
  for (const Tally& tally : tallies()) {
    if (tally.n_negative < 2 || tally.n_positive < 2) continue;
    for (const Target target : {Target::positives, Target::negatives}) {
      expect_brute_force(
          tally, [&](const Tally& t) { return average_precision(t, target).value; },
          all_of<evaluation::PrecisionPseudoValues>(target),
          [&](unsigned kind) {
            return static_cast<double>(kind == 1 ? tally.n_positive : tally.n_negative);
          });
    }
  }
}

}  // namespace
}  // namespace qualm
