// SPDX-License-Identifier: Apache-2.0
// What is refused, and that the message says what, where and what to do.
#include <gtest/gtest.h>

#include <limits>

#include "qualm/measures.h"
#include "qualm/predictions.h"
#include "support/expect_error.h"

namespace {

using qualm::ErrorKind;
using qualm::Input;

qualm::PredictionOptions from(Input input) {
  qualm::PredictionOptions options;
  options.input = input;
  options.origin.file = "preds.npy";
  options.origin.first_row = 100;
  return options;
}

template <class T>
void expect_refused(std::vector<T> values, std::vector<std::size_t> shape,
                    const qualm::PredictionOptions& options, ErrorKind kind,
                    const std::vector<std::string>& words) {
  expect_error(kind, words, [&] {
    static_cast<void>(qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span<const T>(values), shape), options)));
  });
}

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

TEST(Probabilities, that_are_no_numbers_are_refused_with_their_place) {
  for (const double bad : {nan, infinity, -infinity}) {
    expect_refused<double>({0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, bad}, {2, 2, 2}, from(Input::probs),
                           ErrorKind::data, {"preds.npy: row 101, member 1, class 1", "finite"});
  }
}

TEST(Probabilities, that_are_negative_hint_at_logits) {
  expect_refused<float>({1.2F, -0.2F}, {1, 2}, from(Input::probs), ErrorKind::data,
                        {"row 100, class 1", "-0.2", "input=logits"});
  expect_refused<double>({1.001, -0.001}, {1, 2}, from(Input::probs), ErrorKind::data,
                         {"row 100, class 1", "-0.001", "set it to 0"});
}

TEST(Probabilities, all_zero_are_refused) {
  expect_refused<double>({0, 0}, {1, 2}, from(Input::probs), ErrorKind::data, {"zero", "row 100"});
}

TEST(Probabilities, that_sum_to_something_else_are_refused_with_a_hint) {
  expect_refused<double>({60, 40}, {1, 2}, from(Input::probs), ErrorKind::data,
                         {"sum to 100", "percentages"});
  expect_refused<double>({1, 1}, {1, 2}, from(Input::probs), ErrorKind::data,
                         {"sum to 2", "store p and 1 - p"});
  expect_refused<double>({0.4, 0.4}, {1, 2}, from(Input::probs), ErrorKind::data,
                         {"sum to 0.8", "renormalize"});
  expect_refused<double>({0.4, 0.601}, {1, 2}, from(Input::probs), ErrorKind::data,
                         {"sum to 1.001", "rounded", "renormalize"});
  expect_refused<double>({3.5, 0.1}, {1, 2}, from(Input::probs), ErrorKind::data, {"logits"});
}

TEST(Probabilities, may_be_off_by_what_rounding_to_their_type_can_do) {
  const std::vector<float> rounded = {0.333333F, 0.333333F, 0.333333F};  // sums to 1 - 1e-6
  EXPECT_NO_THROW(static_cast<void>(
      qualm::measure(qualm::Predictions(qualm::contiguous_view(std::span(rounded), {1, 3}), {}))));
  const std::vector<double> same = {0.33333, 0.33333, 0.33333};  // 1e-5 off is no double's rounding
  EXPECT_THROW(static_cast<void>(qualm::measure(
                   qualm::Predictions(qualm::contiguous_view(std::span(same), {1, 3}), {}))),
               qualm::Error);
  qualm::PredictionOptions printed;
  printed.row_sum_tolerance = qualm::printed_row_sum_tolerance(5, 3);
  EXPECT_NO_THROW(static_cast<void>(qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span(same), {1, 3}), printed))));
}

TEST(Probabilities, of_many_classes_or_few_decimals_are_off_by_a_twentieth_at_most) {
  EXPECT_NEAR(qualm::printed_row_sum_tolerance(3, 10), 0.005, 1e-10);
  EXPECT_NEAR(qualm::printed_row_sum_tolerance(2, 10), 0.05, 1e-10);
  EXPECT_EQ(qualm::printed_row_sum_tolerance(2, 1000), 0.05);
  EXPECT_EQ(qualm::printed_row_sum_tolerance(0, 3), 0.05);
}

TEST(Probabilities, slightly_above_one_do_not_make_uncertainty_negative) {
  const std::vector<float> above = {1.000001F, 0};
  const auto result =
      qualm::measure(qualm::Predictions(qualm::contiguous_view(std::span(above), {1, 2}), {}));
  for (const auto& family : result.families) EXPECT_EQ(family.parts.total[0], 0);
}

TEST(Rescaling, mends_rows_and_counts_them) {
  const std::vector<double> p = {2, 2, 0.5, 0.5, 30, 70};
  qualm::PredictionOptions options;
  options.renormalize = true;
  const auto result =
      qualm::measure(qualm::Predictions(qualm::contiguous_view(std::span(p), {3, 2}), options));
  EXPECT_EQ(result.renormalized_rows, 2U);
  EXPECT_NEAR(result.families[0].parts.total[0], 0.5, 1e-15);
  EXPECT_NEAR(result.families[0].parts.total[2], 0.42, 1e-15);
  expect_refused<double>({0, 0}, {1, 2}, options, ErrorKind::data, {"zero"});
}

TEST(Rescaling, is_of_the_same_rows_in_measures_and_in_member_probabilities) {
  const std::vector<double> p = {0.6, 0.4 + 0x1p-21, 0.6, 0.4 + 0x1p-18};  // tolerance: 2^-20
  qualm::PredictionOptions options;
  options.renormalize = true;
  const auto is_rescaled = [&](std::size_t row) {
    const qualm::Predictions predictions(qualm::contiguous_view(std::span(p), {2, 2}), options);
    qualm::MeasureOptions with_mean;
    with_mean.per_class = true;
    const std::vector<double> rescaled = qualm::member_probabilities(predictions, row, 0);
    const qualm::Measures measures = qualm::measure(predictions, with_mean);
    EXPECT_EQ(rescaled[0], measures.mean[2 * row]);
    EXPECT_EQ(rescaled[1], measures.mean[2 * row + 1]);
    return rescaled[0] != p[2 * row];
  };
  EXPECT_FALSE(is_rescaled(0));
  EXPECT_TRUE(is_rescaled(1));
  options.row_sum_tolerance = 0x1p-22;
  EXPECT_TRUE(is_rescaled(0));
  options.row_sum_tolerance = 0x1p-17;
  EXPECT_FALSE(is_rescaled(1));
}

TEST(Rows, that_changed_since_they_were_checked_are_refused) {
  const auto refused = [](std::vector<double> row, Input input) {
    qualm::PredictionOptions options = from(input);
    options.n_classes = input == Input::votes ? 2 : 0;
    const qualm::Predictions predictions(qualm::contiguous_view(std::span(row), {1, row.size()}),
                                         options);
    try {
      static_cast<void>(qualm::member_probabilities(predictions, 0, 0));
    } catch (const qualm::Error& error) {
      EXPECT_NE(std::string(error.what()).find(": changed while it was measured"),
                std::string::npos);
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused({0.5, 0.5}, Input::probs));
  for (const double bad : {nan, infinity, -0.1, 1e300})
    EXPECT_TRUE(refused({bad, 1}, Input::probs));
  EXPECT_TRUE(refused({0, 0}, Input::probs));
  EXPECT_TRUE(refused({nan, 0}, Input::logits));
  EXPECT_TRUE(refused({infinity, 0}, Input::logits));
  EXPECT_FALSE(refused({1, 0}, Input::votes));
  for (const double bad : {nan, -1.0, 2.0, 1e300}) EXPECT_TRUE(refused({bad, 1}, Input::votes));
}

TEST(Logits, must_be_finite_and_may_be_huge) {
  expect_refused<double>({1, nan}, {1, 2}, from(Input::logits), ErrorKind::data, {"class 1"});
  expect_refused<double>({1, infinity}, {1, 2}, from(Input::logits), ErrorKind::data, {"class 1"});
  const std::vector<double> huge = {1e308, -1e308, 0};
  const auto result = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span(huge), {1, 3}), from(Input::logits)));
  EXPECT_EQ(result.families[0].parts.total[0], 0);
}

TEST(Concentrations, must_be_positive) {
  expect_refused<double>({1, 0}, {1, 2}, from(Input::dirichlet), ErrorKind::data,
                         {"row 100, class 1", "alpha > 0", "counts"});
  expect_refused<double>({1, -1}, {1, 2}, from(Input::counts), ErrorKind::data, {"negative"});
  expect_refused<double>({1, nan}, {1, 2}, from(Input::dirichlet), ErrorKind::data, {"finite"});
}

TEST(Concentrations, from_counts_are_one_more) {
  const std::vector<double> alpha = {1, 4, 2}, counts = {0, 3, 1};
  const auto a = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span(alpha), {1, 3}), from(Input::dirichlet)));
  const auto b = qualm::measure(
      qualm::Predictions(qualm::contiguous_view(std::span(counts), {1, 3}), from(Input::counts)));
  EXPECT_EQ(a.families[0].parts.epistemic, b.families[0].parts.epistemic);
  EXPECT_EQ(a.families[1].parts.total, b.families[1].parts.total);
}

TEST(Votes, must_be_whole_numbers_below_the_number_of_classes) {
  qualm::PredictionOptions three = from(Input::votes);
  three.n_classes = 3;
  expect_refused<double>({0, 3}, {1, 2}, three, ErrorKind::data,
                         {"row 100, member 1", "subtract 1"});
  expect_refused<double>({0, 1.5}, {1, 2}, three, ErrorKind::data, {"1.5"});
  expect_refused<double>({0, -1}, {1, 2}, three, ErrorKind::data, {"-1"});
  expect_refused<double>({0, nan}, {1, 2}, three, ErrorKind::data, {"member 1"});
}

TEST(Shapes, that_do_not_fit_are_refused) {
  expect_refused<double>({1}, {1, 1}, from(Input::probs), ErrorKind::data, {"one class"});
  expect_refused<double>({1, 0}, {2}, from(Input::probs), ErrorKind::data, {"axes"});
  expect_refused<double>({1, 1}, {1, 1, 2}, from(Input::dirichlet), ErrorKind::data, {"2 axes"});
  const std::vector<std::int32_t> integers = {1, 0};
  expect_error(ErrorKind::data, {"int32", "input=votes"}, [&] {
    const qualm::Predictions unused(
        qualm::contiguous_view(integers.data(), qualm::DType::i32, {1, 2}), {});
  });
}

TEST(MemberWeights, that_do_not_fit_are_refused) {
  const auto with = [](std::vector<double> weights) {
    qualm::PredictionOptions options;
    options.member_weights = std::move(weights);
    return options;
  };
  const std::vector<double> p = {0.5, 0.5, 0.5, 0.5};
  for (const auto& weights :
       std::vector<std::vector<double>>{{1}, {1, 2, 3}, {1, -1}, {1, nan}, {0, 0}, {1, infinity}}) {
    expect_refused<double>(p, {1, 2, 2}, with(weights), ErrorKind::usage, {"member_weights"});
  }
}

TEST(ClassWeights, that_do_not_fit_are_refused) {
  const std::vector<double> p = {0.5, 0.5};
  const qualm::Predictions predictions(qualm::contiguous_view(std::span(p), {1, 2}), {});
  for (const auto& weights :
       std::vector<std::vector<double>>{{1}, {1, 2, 3}, {1, -1}, {1, nan}, {0, 0}, {1, infinity}}) {
    qualm::MeasureOptions options;
    options.class_weights = weights;
    expect_error(ErrorKind::usage, {"class_weights"},
                 [&] { static_cast<void>(qualm::measure(predictions, options)); });
  }
}

TEST(Axes, must_name_each_axis_once) {
  EXPECT_EQ(qualm::parse_axes("mnk", "nmk"), (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(qualm::parse_axes("kn", "nk"), (std::vector<std::size_t>{1, 0}));
  for (const char* bad : {"nm", "nmm", "nmkk", "xyz", ""}) {
    expect_error(ErrorKind::usage, {"axes"},
                 [&] { static_cast<void>(qualm::parse_axes(bad, "nmk")); });
  }
  expect_error(ErrorKind::usage, {"axes=MNK: write mnk, in lower case"},
               [] { static_cast<void>(qualm::parse_axes("MNK", "nmk")); });
  expect_error(ErrorKind::usage, {"axes=nn does not fit"},
               [] { static_cast<void>(qualm::parse_axes("NN", "nmk")); });
}

TEST(Inputs, with_a_typing_error_are_told_the_nearest) {
  expect_error(ErrorKind::usage, {"did you mean logits"},
               [] { static_cast<void>(qualm::parse_input("logit")); });
}

TEST(Errors, name_the_first_bad_row_whatever_the_threads) {
  std::vector<float> p(2 * 100000, 0.5F);
  p[2 * 77777] = 0.9F;
  p[2 * 99999] = 0.9F;
  for (const unsigned threads : {1U, 2U, 4U}) {
    expect_error(ErrorKind::data, {"row 77777:"}, [&] {
      qualm::MeasureOptions options;
      options.threads = threads;
      static_cast<void>(qualm::measure(
          qualm::Predictions(qualm::contiguous_view(std::span<const float>(p), {100000, 2}), {}),
          options));
    });
  }
}

}  // namespace
