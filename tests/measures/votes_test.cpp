// SPDX-License-Identifier: Apache-2.0
// Votes are counted: their measures depend on the numbers of votes and on nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "qualm/measures.h"
#include "qualm/random.h"
#include "support/families.h"
#include "support/reference.h"

namespace {

constexpr std::size_t n_instances = 3000, n_members = 30, n_classes = 10;

// Rows from nearly unanimous to scattered.
std::vector<std::int64_t> random_votes() {
  std::vector<std::int64_t> votes;
  for (std::size_t i = 0; i < n_instances; ++i) {
    qualm::Random random(17, i);
    const double agreement = random.uniform();
    const std::size_t favourite = random.below(n_classes);
    for (std::size_t m = 0; m < n_members; ++m) {
      const bool agrees = random.uniform() < agreement;
      votes.push_back(static_cast<std::int64_t>(agrees ? favourite : random.below(n_classes)));
    }
  }
  return votes;
}

qualm::Measures measure_votes(const std::vector<std::int64_t>& votes,
                              const std::vector<double>& member_weights = {},
                              const std::vector<double>& class_weights = {}) {
  qualm::PredictionOptions how;
  how.input = qualm::Input::votes;
  how.n_classes = n_classes;
  how.member_weights = member_weights;
  qualm::MeasureOptions options;
  options.measures.clear();
  options.measures = families::measures_that(families::are_expectations);
  options.ordered = true;
  options.class_weights = class_weights;
  return qualm::measure(
      qualm::Predictions(
          qualm::contiguous_view(votes.data(), qualm::DType::i64, {n_instances, n_members}), how),
      options);
}

// The numbers of votes of the classes, in rising order.
std::vector<std::size_t> composition(const std::vector<std::int64_t>& votes, std::size_t i) {
  std::vector<std::size_t> counts(n_classes);
  for (std::size_t m = 0; m < n_members; ++m) {
    ++counts[static_cast<std::size_t>(votes[i * n_members + m])];
  }
  std::sort(counts.begin(), counts.end());
  return counts;
}

TEST(Votes, equal_compositions_have_equal_scores) {
  const std::vector<std::int64_t> votes = random_votes();
  for (const qualm::FamilyResult& family : measure_votes(votes).families) {
    if (family.measure.family().ordered) continue;
    for (const qualm::Part part : family.measure.family().parts) {
      std::map<std::vector<std::size_t>, double> seen;
      for (std::size_t i = 0; i < n_instances; ++i) {
        const double value = get(family.parts, part)[i];
        const auto [found, is_new] = seen.emplace(composition(votes, i), value);
        EXPECT_EQ(found->second, value) << family.measure.name() << " row " << i;
      }
    }
  }
}

// Variance depends on the sum of the squares of the votes alone.
TEST(Votes, of_30_members_have_as_many_variances_as_sums_of_squares) {
  const std::vector<std::int64_t> votes = random_votes();
  const qualm::Measures result = measure_votes(votes);
  std::set<std::vector<std::size_t>> compositions;
  std::set<std::size_t> sums_of_squares;
  for (std::size_t i = 0; i < n_instances; ++i) {
    std::size_t sum = 0;
    for (const std::size_t count : composition(votes, i)) sum += count * count;
    sums_of_squares.insert(sum);
    compositions.insert(composition(votes, i));
  }
  const std::vector<double>& variances = result.families[0].parts.epistemic;
  const std::set<double> distinct(variances.begin(), variances.end());
  EXPECT_EQ(distinct.size(), sums_of_squares.size());
  EXPECT_LT(distinct.size(), compositions.size());
}

TEST(Votes, agree_with_the_definition_of_certain_members) {
  const std::vector<std::int64_t> votes = random_votes();
  std::vector<double> weights, importance;
  for (std::size_t m = 0; m < n_members; ++m) weights.push_back(0.1 + static_cast<double>(m % 4));
  for (std::size_t k = 0; k < n_classes; ++k) importance.push_back(static_cast<double>(k) / 3);
  for (const bool weighted : {false, true}) {
    const qualm::Measures result =
        weighted ? measure_votes(votes, weights, importance) : measure_votes(votes);
    for (std::size_t i = 0; i < 100; ++i) {
      std::vector<reference::Row> members(n_members, reference::Row(n_classes));
      for (std::size_t m = 0; m < n_members; ++m) {
        members[m][static_cast<std::size_t>(votes[i * n_members + m])] = 1;
      }
      const reference::Sample sample(
          members, weighted ? reference::Row(weights.begin(), weights.end()) : reference::Row());
      for (const qualm::FamilyResult& got : result.families) {
        const reference::Value expected = reference::measure(
            got.measure, sample,
            weighted ? reference::Row(importance.begin(), importance.end()) : reference::Row());
        if (got.measure.family()
                .unbounded) {  // certain members that differ are infinitely far apart
          EXPECT_EQ(std::isinf(got.parts.epistemic[i]), std::isinf(expected.epistemic));
          continue;
        }
        const double total = static_cast<double>(expected.total);
        EXPECT_NEAR(got.parts.total[i], total, 1e-12 * total + 1e-17) << got.measure.name();
        EXPECT_NEAR(got.parts.epistemic[i], static_cast<double>(expected.epistemic), 1e-12);
        EXPECT_EQ(got.parts.aleatoric[i], 0);
      }
    }
  }
}

TEST(Votes, that_are_unanimous_leave_no_uncertainty) {
  const std::vector<std::int64_t> votes(n_instances * n_members, 3);
  const std::vector<double> weights(n_members, 0.1);
  for (const auto& member_weights : {std::vector<double>{}, weights}) {
    for (const qualm::FamilyResult& family : measure_votes(votes, member_weights).families) {
      for (const qualm::Part part : family.measure.family().parts) {
        EXPECT_EQ(get(family.parts, part)[0], 0);
        EXPECT_FALSE(std::signbit(get(family.parts, part)[0]));
      }
    }
  }
}

}  // namespace
