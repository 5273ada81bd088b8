// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/ensembles.h"
#include "support/expect_error.h"

namespace jobs {

using ensembles::Shape;
using qualm::ErrorKind;

constexpr Shape shape{60, 4, 3};

class Jobs : public testing::Test {
 protected:
  Jobs() : values_(ensembles::random_probabilities<double>(shape, 0.7, 0.5, 1)) {}

  [[nodiscard]] qualm::MeasureJob measured(bool with_labels = true) const {
    qualm::PredictionFiles said;
    said.paths = {"p"};
    said.axes = "nmk";
    if (with_labels)
      said.labels = qualm::io::Entries{"labels", std::vector<double>(shape.n, 1), {}};
    const std::vector<qualm::ArrayView> views{
        qualm::contiguous_view(values_, {shape.n, shape.m, shape.k})};
    return {{}, std::make_shared<const qualm::PredictionSet>(views, said), {}};
  }
  [[nodiscard]] qualm::RejectJob reject() const {
    qualm::RejectJob job;
    job.measured = measured();
    return job;
  }
  [[nodiscard]] static qualm::GivenScore score(const std::string& name, std::size_t n = shape.n) {
    qualm::io::Numbers numbers{name, qualm::DType::f64, {}, {}};
    for (std::size_t i = 0; i < n; ++i) numbers.values.push_back(static_cast<double>(i));
    return {name, {{}, {}, numbers}};
  }

  std::vector<double> values_;
};

TEST_F(Jobs, guarantee_and_calibration_rows_need_each_other) {
  qualm::RejectJob job = reject();
  job.options.guarantee = {0.5, 0.1};
  expect_error(ErrorKind::usage, {"guarantee needs calibration rows", "add calibration=0.5"},
               [&] { job.check(); });
  job.calibration = 0.5;
  job.check();
  EXPECT_EQ(run(job).result.n_calibration_rows, shape.n / 2);
  job.options.guarantee.reset();
  expect_error(ErrorKind::usage, {"calibration rows are for guarantee"}, [&] { job.check(); });
  job.calibration = std::monostate();
  job.options.guarantee_method = qualm::GuaranteeMethod::binary_search;
  expect_error(ErrorKind::usage, {"guarantee_method is for guarantee"}, [&] { job.check(); });
}

TEST_F(Jobs, reject_must_know_which_rows_are_wrong) {
  qualm::RejectJob job;
  expect_error(ErrorKind::usage, {"nothing to evaluate"}, [&] { job.check(); });
  job.given = {score("mine")};
  expect_error(ErrorKind::usage, {"correct is missing"}, [&] { job.check(); });
  job.correct = score("correct").numbers;
  job.check();
  job.scores = {"variance.total"};
  expect_error(ErrorKind::usage, {"scores names qualm's measures"}, [&] { job.check(); });
  job.scores.clear();
  job.measured = measured();
  expect_error(ErrorKind::usage, {"correct is for scores without"}, [&] { job.check(); });
  job.correct.reset();
  job.measured = measured(false);
  expect_error(ErrorKind::usage, {"labels is missing"}, [&] { (void)run(job); });
}

TEST_F(Jobs, given_scores_stand_beside_those_of_the_predictions) {
  qualm::RejectJob job = reject();
  job.scores = {"entropy.total"};
  job.given = {score("mine")};
  const auto outcome = run(job);
  ASSERT_EQ(outcome.result.scores.size(), 2U);
  EXPECT_EQ(outcome.result.scores[0].name, "entropy.total");
  EXPECT_EQ(outcome.result.scores[1].name, "mine");
  EXPECT_TRUE(outcome.measured.has_value());
}

TEST_F(Jobs, defaults_of_scores_are_those_of_the_command) {
  EXPECT_EQ(run(reject()).result.scores.size(), 6U);
  qualm::OodJob job;
  job.measured = measured(false);
  job.others = {{"same", {}, measured(false).set}};
  EXPECT_THAT(run(job).result.scores,
              testing::ElementsAre("variance.epistemic", "entropy.epistemic"));
  qualm::ExplainJob explained;
  explained.measured = measured(false);
  const auto found = run(explained);
  EXPECT_EQ(found.result.by, "variance.epistemic");
  EXPECT_EQ(found.result.instances.size(), 9U);
}

TEST_F(Jobs, a_name_that_comes_again_is_the_next_run) {
  qualm::OodJob job;
  job.given = {score("a"), score("a")};
  job.others = {{"far", {}, {}, {score("a", 30), score("a", 30)}}};
  EXPECT_EQ(run(job).result.n_runs, 2U);
  job.given.push_back(score("b"));
  expect_error(ErrorKind::usage, {"inside: give every score the same number of runs"},
               [&] { (void)run(job); });
  job.given = {score("a"), score("b", 59)};
  expect_error(ErrorKind::data, {"inside: 60 scores in one array and 59 in another"},
               [&] { (void)run(job); });
  job.scores = {"variance.total"};
  expect_error(ErrorKind::usage, {"no predictions to measure"}, [&] { job.check(); });
}

TEST_F(Jobs, explain_refuses_what_it_would_ignore) {
  const auto refused = [&](const auto& change, const std::string& message) {
    qualm::ExplainJob job;
    job.measured = measured(false);
    change(job);
    expect_error(ErrorKind::usage, {message}, [&] { job.check(); });
  };
  refused([](auto& job) { job.top = 3, job.rows = {"4"}; }, "rows chooses the rows: leave top out");
  refused([](auto& job) { job.budget = 3; }, "budget is for label_next");
  refused([](auto& job) { job.label_next = 3, job.top = 4; }, "leave top out");
  refused([](auto& job) { job.by = "variance.total[1]", job.of_class = "2"; },
          "by=variance.total[1] names a class already: leave of_class out");
}

TEST_F(Jobs, notes_reach_the_listener) {
  std::vector<std::string> notes;
  const qualm::Listener listener{{}, [&](const std::string& note) { notes.push_back(note); }};
  qualm::MeasureJob job = measured(false);
  job.measures.measures = {"variance"};
  job.measures.log_base = qualm::LogBase::e;
  const auto block = run(open(job, listener), listener);
  EXPECT_EQ(block.measures.n_instances, shape.n);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(qualm::spelled(notes[0]),
            "log_base has no effect: none of the requested measures is an entropy");
}

TEST(CommonOptions, are_switches_that_are_off_or_texts_that_are_read) {
  std::vector<bool*> seen;
  qualm::MeasureJob job;
  for (const qualm::CommonOption& each : qualm::common_options()) {
    if (each.flag == nullptr) {
      EXPECT_TRUE(each.read != nullptr && each.values != nullptr) << each.key;
      continue;
    }
    EXPECT_FALSE(each.flag(job)) << each.key;
    EXPECT_THAT(seen, testing::Not(testing::Contains(&each.flag(job)))) << each.key;
    seen.push_back(&each.flag(job));
  }
}

}  // namespace jobs
