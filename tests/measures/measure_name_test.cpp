// SPDX-License-Identifier: Apache-2.0
// Names of measures with their arguments, and rules of one's own.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "qualm/measures.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

TEST(MeasureName, carries_its_arguments) {
  EXPECT_EQ(Measure("variance").name(), "variance");
  EXPECT_EQ(Measure("tsallis:1.50").name(), "tsallis:1.5");
  EXPECT_EQ(Measure("tsallis:1.5").arguments()[0], 1.5);
  EXPECT_NE(Measure("tsallis:1.5"), Measure("tsallis:2"));
}

TEST(MeasureName, may_be_that_of_its_loss) {
  EXPECT_EQ(Measure("log"), Measure("entropy"));
  EXPECT_EQ(Measure("brier"), Measure("variance"));
}

TEST(MeasureName, that_is_none_is_refused_with_a_remedy) {
  const auto refuse = [](const char* text, const char* words) {
    expect_error(ErrorKind::usage, {words}, [=] { static_cast<void>(Measure(text)); });
  };
  refuse("varianze", "did you mean variance?");
  refuse("x", "tsallis:q");
  refuse("tsallis", "needs an order: write tsallis:q, such as tsallis:0.5");
  refuse("tsallis:", "is not a number");
  refuse("tsallis:x", "is not a number");
  refuse("tsallis:nan", "is not a number");
  refuse("tsallis:1", "entropy is its limit");
  refuse("tsallis:0", "must be from 0.01 to 100");
  refuse("tsallis:inf", "must be from 0.01 to 100");
  refuse("tsallis:2:3", "takes no more numbers");
  refuse("variance:2", "takes no number");
}

std::vector<double> random_predictions(std::size_t n_rows, std::size_t n_classes) {
  std::mt19937_64 random(3);
  std::gamma_distribution<double> gamma(.7);
  std::vector<double> values;
  for (std::size_t i = 0; i < n_rows; ++i) {
    std::vector<double> row(n_classes);
    double sum = 0;
    for (double& x : row) sum += x = gamma(random);
    for (const double x : row) values.push_back(x / sum);
  }
  return values;
}

Family own_gini() {
  Family rule;
  rule.name = "gini";
  rule.unit = "own";
  rule.entropy = [](Point theta, Point, Arguments) {
    double sum = 1;
    for (const double x : theta) sum -= x * x;
    return sum;
  };
  return rule;
}

void expect_same(const Measures& measures, double tolerance) {
  for (const Part part : all_parts) {
    for (std::size_t i = 0; i < measures.n_instances; ++i) {
      EXPECT_NEAR(get(measures.families[1].parts, part)[i],
                  get(measures.families[0].parts, part)[i], tolerance)
          << name(part) << " row " << i;
    }
  }
}

TEST(OwnRule, by_its_entropy_is_measured_like_ours) {
  const std::vector<double> values = random_predictions(50 * 4, 5);
  const Predictions predictions(contiguous_view(std::span(values), {50, 4, 5}), {});
  MeasureOptions options;
  options.measures = {"variance", Measure(own_gini())};
  expect_same(measure(predictions, options), 1e-14);
  options.normalized = true;
  expect_same(measure(predictions, options), 1e-14);
}

TEST(OwnRule, by_its_divergence_keeps_digits_where_members_nearly_agree) {
  Family rule = own_gini();
  rule.divergence = [](Point, Point, Point difference, Arguments) {
    double sum = 0;
    for (const double x : difference) sum += x * x;
    return sum;
  };
  const std::vector<double> values = {.3, .7, .3 + 1e-9, .7 - 1e-9};
  const Predictions predictions(contiguous_view(std::span(values), {1, 2, 2}), {});
  MeasureOptions options;
  options.measures = {"variance", Measure(std::move(rule))};
  const Measures measures = measure(predictions, options);
  const double wanted = measures.families[0].parts.epistemic[0];
  EXPECT_NEAR(measures.families[1].parts.epistemic[0], wanted, 1e-9 * wanted);
}

TEST(OwnRule, by_members_is_anything) {
  Family rule;
  rule.name = "range";
  rule.relation = Relation::none;
  rule.of_members = [](const Members& members, Arguments) {
    double least = 1, most = 0;
    for (std::size_t m = 0; m < members.n_members; ++m) {
      least = std::min(least, members.point(m)[0]);
      most = std::max(most, members.point(m)[0]);
    }
    return PartValues{most, least, most - least};
  };
  const Measure range(std::move(rule));
  const std::vector<double> values = {.2, .8, .5, .5};
  MeasureOptions options;
  options.measures = {range};
  const Measures measures =
      measure(Predictions(contiguous_view(std::span(values), {1, 2, 2}), {}), options);
  EXPECT_EQ(measures.families[0].parts.total[0], .5);
  EXPECT_EQ(measures.families[0].parts.epistemic[0], .5 - .2);
  const std::vector<double> votes = {0, 1, 1};
  PredictionOptions how;
  how.input = Input::votes;
  EXPECT_EQ(measure(Predictions(contiguous_view(std::span(votes), {1, 3}), how), options)
                .families[0]
                .parts.epistemic[0],
            1);
  how.input = Input::dirichlet;
  expect_error(ErrorKind::usage, {"range", "Dirichlet"}, [&] {
    static_cast<void>(
        measure(Predictions(contiguous_view(std::span(votes), {1, 3}), how), options));
  });
}

TEST(OwnRule, may_lack_parts_and_have_further_numbers) {
  Family rule;
  rule.name = "spread";
  rule.relation = Relation::none;
  rule.parts = {Part::epistemic};
  rule.of_members = [](const Members& members, Arguments) {
    return PartValues{0, 0, members.point(1)[0] - members.point(0)[0]};
  };
  rule.extras = {
      {.name = "first",
       .summary = "what the first member says",
       .unit = "probability",
       .most_classes = 2,
       .of_members = [](const Members& members, Arguments) { return members.point(0)[0]; }}};
  MeasureOptions options;
  options.measures = {"variance", Measure(rule)};
  options.extras = {"first"};
  const std::vector<double> values = {.25, .75, .5, .5};
  const Measures measures =
      measure(Predictions(contiguous_view(std::span(values), {1, 2, 2}), {}), options);
  EXPECT_TRUE(measures.families[0].extras.empty());
  const FamilyResult& got = measures.families[1];
  EXPECT_TRUE(got.parts.total.empty() && got.parts.aleatoric.empty());
  EXPECT_EQ(got.parts.epistemic, std::vector{.25});
  ASSERT_EQ(got.extras.size(), 1U);
  EXPECT_EQ(got.extras[0].name, "first");
  EXPECT_EQ(got.extras[0].unit, "probability");
  EXPECT_EQ(got.extras[0].values, std::vector{.25});

  const std::vector<double> three = {.25, .25, .5, .5, .25, .25};
  expect_error(ErrorKind::usage, {"spread.first", "2 classes", "3"}, [&] {
    static_cast<void>(
        measure(Predictions(contiguous_view(std::span(three), {1, 2, 3}), {}), options));
  });
  options.extras = {"second"};
  expect_error(ErrorKind::usage, {"'second'"}, [&] {
    static_cast<void>(
        measure(Predictions(contiguous_view(std::span(values), {1, 2, 2}), {}), options));
  });
}

TEST(OwnRule, of_ordered_classes_wants_to_be_told_of_the_order) {
  Family rule = own_gini();
  rule.ordered = true;
  const std::vector<double> values = {.25, .75, .5, .5};
  const Predictions predictions(contiguous_view(std::span(values), {1, 2, 2}), {});
  MeasureOptions options;
  options.measures = {Measure(rule)};
  expect_error(ErrorKind::usage, {"gini", "order"},
               [&] { static_cast<void>(measure(predictions, options)); });
  options.ordered = true;
  EXPECT_GT(measure(predictions, options).families[0].parts.total[0], 0);
}

TEST(OwnRule, that_gives_no_number_names_itself_and_the_row) {
  Family rule = own_gini();
  rule.entropy = [](Point, Point, Arguments) { return std::nan(""); };
  const std::vector<double> values = {.2, .8};
  MeasureOptions options;
  options.measures = {Measure(std::move(rule))};
  expect_error(ErrorKind::data, {"gini", "row 0"}, [&] {
    static_cast<void>(
        measure(Predictions(contiguous_view(std::span(values), {1, 1, 2}), {}), options));
  });
}

TEST(OwnRule, needs_a_name_and_a_definition) {
  expect_error(ErrorKind::usage, {"neither"}, [] {
    Family rule;
    rule.name = "empty";
    static_cast<void>(Measure(std::move(rule)));
  });
  expect_error(ErrorKind::usage, {"another name"}, [] {
    Family rule = own_gini();
    rule.name = "variance";
    static_cast<void>(Measure(std::move(rule)));
  });
  expect_error(ErrorKind::usage, {"without"}, [] {
    Family rule = own_gini();
    rule.name = "a.b";
    static_cast<void>(Measure(std::move(rule)));
  });
}

}  // namespace
}  // namespace qualm
