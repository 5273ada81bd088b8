// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "measures/credal_tv_ball.h"
#include "qualm/measures.h"
#include "support/credal.h"
#include "support/expect_error.h"

namespace {

std::vector<double> flat(const credal::Rows& rows) {
  std::vector<double> values;
  for (const auto& row : rows) values.insert(values.end(), row.begin(), row.end());
  return values;
}

qualm::FamilyResult measure_rows(const credal::Rows& rows, const qualm::Measure& measure,
                                 std::vector<std::string> extras = {},
                                 qualm::PredictionOptions how = {}) {
  const std::vector<double> values = flat(rows);
  qualm::MeasureOptions options;
  options.measures = {measure};
  options.log_base = qualm::LogBase::e;
  options.extras = std::move(extras);
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span(values), {1, rows.size(), rows[0].size()}), std::move(how));
  return qualm::measure(predictions, options).families[0];
}

void expect_parts(const qualm::FamilyResult& got, double total, double aleatoric,
                  double tolerance) {
  EXPECT_NEAR(got.parts.total[0], total, tolerance) << got.measure.name();
  EXPECT_NEAR(got.parts.aleatoric[0], aleatoric, tolerance) << got.measure.name();
  EXPECT_NEAR(got.parts.epistemic[0], total - aleatoric, tolerance) << got.measure.name();
}

TEST(CredalFamilies, have_the_known_values) {
  const qualm::FamilyResult hull =
      measure_rows(credal::three_members, "credal", {"hartley", "imprecision"});
  expect_parts(hull, std::log(3.0), 0.801819, 5e-7);
  EXPECT_NEAR(hull.extras[0].values[0], 0.496981, 5e-7);
  EXPECT_EQ(hull.extras[0].unit, "nats");
  EXPECT_NEAR(hull.extras[1].values[0], 0.6, 1e-15);
  EXPECT_EQ(hull.extras[1].unit, "probability");
  expect_parts(measure_rows({{0.5, 0.3, 0.15, 0.05}}, "tv-ball:0.1"), 1.296844, 0.897946, 5e-7);
}

TEST(CredalFamilies, have_intervals_that_contain_the_hull) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const credal::Rows rows = credal::random_rows(4, 6, 1, seed);
    const qualm::FamilyResult hull = measure_rows(rows, "credal", {"hartley", "imprecision"});
    const qualm::FamilyResult box =
        measure_rows(rows, "credal-interval", {"hartley", "imprecision"});
    EXPECT_GE(box.parts.total[0], hull.parts.total[0] - 1e-12);
    EXPECT_LE(box.parts.aleatoric[0], hull.parts.aleatoric[0] + 1e-12);
    EXPECT_GE(box.extras[0].values[0], hull.extras[0].values[0] - 1e-12);
    EXPECT_GE(box.extras[1].values[0], hull.extras[1].values[0] - 1e-12);
  }
}

TEST(CredalFamilies, grow_with_the_set) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    credal::Rows rows = credal::random_rows(5, 5, 1, seed);
    for (const char* const name : {"credal", "credal-interval"}) {
      const qualm::FamilyResult large = measure_rows(rows, name);
      const qualm::FamilyResult small = measure_rows({rows[0], rows[1], rows[2]}, name);
      EXPECT_GE(large.parts.total[0], small.parts.total[0] - 1e-12);
      EXPECT_LE(large.parts.aleatoric[0], small.parts.aleatoric[0] + 1e-12);
      EXPECT_GE(large.parts.epistemic[0], small.parts.epistemic[0] - 1e-12);
    }
  }
}

TEST(CredalFamilies, count_members_by_whether_they_have_weight) {
  credal::Rows rows = credal::three_members;
  qualm::PredictionOptions how;
  how.member_weights = {5, 1, 1e-9, 0};
  for (const char* const name : {"credal", "credal-interval"}) {
    const qualm::FamilyResult before = measure_rows(credal::three_members, name);
    credal::Rows more = rows;
    more.push_back({1, 0, 0});
    EXPECT_EQ(measure_rows(more, name, {}, how).parts.total, before.parts.total);
    EXPECT_EQ(measure_rows(more, name, {}, how).parts.aleatoric, before.parts.aleatoric);
  }
}

void expect_promised(const qualm::FamilyResult& got, credal::Real total, credal::Real aleatoric) {
  const auto error = [](double value, credal::Real wanted) {
    return static_cast<double>(wanted == 0 ? std::fabs(value) : std::fabs(value / wanted - 1));
  };
  const double promised = got.measure.family().promised.of_double;
  EXPECT_LE(error(got.parts.total[0], total), promised) << got.measure.name();
  EXPECT_LE(error(got.parts.aleatoric[0], aleatoric), promised) << got.measure.name();
  EXPECT_LE(error(got.parts.epistemic[0], total - aleatoric), promised) << got.measure.name();
}

TEST(CredalFamilies, are_as_accurate_as_promised) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const double spread = std::pow(10.0, 0.5 - static_cast<double>(seed % 4));
    const credal::Rows rows = credal::random_rows(2 + seed % 5, 2 + seed % 8, spread, seed);
    const qualm::detail::IntervalSet set = interval_set(credal::set_of(rows));
    expect_promised(measure_rows(rows, "credal-interval"), credal::greatest_interval_entropy(set),
                    credal::least_interval_entropy(set));
    const credal::Rows two = {rows[0], rows[1]};
    expect_promised(measure_rows(two, "credal"), credal::greatest_entropy_between(two[0], two[1]),
                    std::min(credal::entropy(credal::normalized(two[0])),
                             credal::entropy(credal::normalized(two[1]))));
    expect_promised(measure_rows({rows[0]}, "tv-ball:0.1"),
                    credal::greatest_ball_entropy(rows[0], 0.1L),
                    credal::least_ball_entropy(rows[0], 0.1L));
  }
}

TEST(CredalFamilies, of_votes_are_the_classes_voted_for) {
  const std::vector<std::int64_t> votes = {0, 3, 3, 5, 0, 3};
  qualm::PredictionOptions how;
  how.input = qualm::Input::votes;
  how.n_classes = 6;
  qualm::MeasureOptions options;
  options.measures = {"credal", "credal-interval"};
  options.log_base = qualm::LogBase::e;
  const qualm::Measures result = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(votes.data(), qualm::DType::i64, {1, 6}), how),
      options);
  for (const qualm::FamilyResult& got : result.families) {
    expect_parts(got, std::log(3.0), 0, 1e-12);
  }
}

TEST(CredalFamilies, keep_the_digits_of_confident_logits) {
  qualm::PredictionOptions how;
  how.input = qualm::Input::logits;
  for (const char* const name : {"credal", "credal-interval"}) {
    const qualm::FamilyResult got = measure_rows({{0, -60}, {0, -61}, {0, -62}}, name, {}, how);
    const auto binary = [](credal::Real odds) {
      const credal::Real rest = odds / (1 + odds);
      return -rest * std::log(rest) - (1 - rest) * std::log1p(-rest);
    };
    const credal::Real greatest = binary(std::exp(-60.0L)), least = binary(std::exp(-62.0L));
    EXPECT_NEAR(got.parts.total[0] / static_cast<double>(greatest), 1, 1e-12) << name;
    EXPECT_NEAR(got.parts.aleatoric[0] / static_cast<double>(least), 1, 1e-12) << name;
    EXPECT_NEAR(got.parts.epistemic[0] / static_cast<double>(greatest - least), 1, 1e-12) << name;
  }
}

TEST(CredalFamilies, refuse_dirichlet_input_except_the_ball_around_its_mean) {
  const std::vector<double> alpha = {2, 3, 5};
  qualm::PredictionOptions how;
  how.input = qualm::Input::dirichlet;
  const qualm::Predictions predictions(qualm::contiguous_view(std::span(alpha), {1, 3}), how);
  qualm::MeasureOptions options;
  options.log_base = qualm::LogBase::e;
  for (const char* const name : {"credal", "credal-interval"}) {
    options.measures = {name};
    expect_error(qualm::ErrorKind::usage, {name, "Dirichlet"},
                 [&] { static_cast<void>(qualm::measure(predictions, options)); });
  }
  options.measures = {"tv-ball:0.3"};
  const qualm::detail::EntropyBounds ball =
      qualm::detail::tv_ball_entropy(std::vector<double>{0.2, 0.3, 0.5}, 0.3);
  expect_parts(qualm::measure(predictions, options).families[0], ball.upper, ball.lower, 1e-15);
}

TEST(CredalFamilies, refuse_the_hartley_measure_of_too_many_classes) {
  expect_error(qualm::ErrorKind::usage, {"credal.hartley", "20"}, [] {
    static_cast<void>(measure_rows(credal::random_rows(2, 21, 1, 1), "credal", {"hartley"}));
  });
  EXPECT_GT(
      measure_rows(credal::random_rows(3, 20, 1, 1), "credal", {"hartley"}).extras[0].values[0], 0);
}

}  // namespace
