// SPDX-License-Identifier: Apache-2.0
#include "qualm/training/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/error.h"
#include "qualm/training/registry.h"

namespace qualm::training {
namespace {

Examples pictures(const std::string& name, std::vector<std::size_t> shape) {
  Examples examples;
  examples.name = name;
  examples.shape = std::move(shape);
  examples.labels = {0, 1, 2};
  examples.class_names = {"a", "b", "c"};
  return examples;
}

TEST(Plan, data_sets_are_trained_as_the_paper_says) {
  const TrainingPlan fashion = make_plan({}, pictures("fashion-mnist", {28, 28, 1}));
  EXPECT_EQ(fashion.model, "cnn");
  EXPECT_EQ(fashion.optimizer, "adam");
  EXPECT_EQ(fashion.rate, 1e-3);
  EXPECT_EQ(fashion.epochs, 20U);
  EXPECT_EQ(fashion.batch_size, 256U);
  EXPECT_FALSE(fashion.augment);
  EXPECT_EQ(fashion.normalization, (Normalization{255, {}, {}}));
  EXPECT_EQ(make_plan({}, pictures("mnist", {28, 28, 1})).epochs, 10U);

  const TrainingPlan cifar = make_plan({}, pictures("cifar-10", {32, 32, 3}));
  EXPECT_EQ(cifar.model, "resnet18");
  EXPECT_EQ(cifar.optimizer, "sgd");
  EXPECT_EQ(cifar.momentum, .9);
  EXPECT_EQ(cifar.weight_decay, 1e-4);
  EXPECT_EQ(cifar.epochs, 30U);
  EXPECT_TRUE(cifar.augment);
  EXPECT_EQ(learning_rate(cifar, 5, 0, 0), .1);
  EXPECT_EQ(learning_rate(cifar, 5, 19, .99), .1);
  EXPECT_EQ(learning_rate(cifar, 5, 20, 0), 1e-3);
  EXPECT_EQ(learning_rate(cifar, 5, 25, 0), 1e-4);
}

TEST(Plan, the_rates_of_a_shorter_training_change_at_the_same_shares) {
  TrainJob job;
  job.epochs = 6;
  EXPECT_EQ(make_plan(job, pictures("cifar-10", {32, 32, 3})).rate_steps,
            (std::vector<RateStep>{{4, 1e-3}, {5, 1e-4}}));
}

TEST(Plan, the_authors_programs_differ_from_the_text_where_they_do) {
  TrainJob job;
  job.recipe = "train";
  const TrainingPlan fashion = make_plan(job, pictures("fashion-mnist", {28, 28, 1}));
  job.recipe = "text";
  job.optimizer = "sgd";
  job.rate = .1;
  job.momentum = .9;
  job.weight_decay = 1e-4;
  const TrainingPlan spelt = make_plan(job, pictures("fashion-mnist", {28, 28, 1}));
  EXPECT_EQ(fashion.optimizer, "sgd");
  EXPECT_EQ(std::tuple(fashion.rate, fashion.momentum, fashion.weight_decay, fashion.rate_steps),
            std::tuple(spelt.rate, spelt.momentum, spelt.weight_decay, spelt.rate_steps));
  EXPECT_EQ(std::tuple(fashion.epochs, fashion.batch_size, fashion.shuffle),
            std::tuple(20U, 256U, true));
  job = {};
  job.recipe = "train";
  const TrainingPlan cifar = make_plan(job, pictures("cifar-10", {32, 32, 3}));
  EXPECT_EQ(cifar.rate_steps, (std::vector<RateStep>{{20, 1e-2}, {25, 1e-3}}));
  EXPECT_EQ(cifar.weight_decay, 1e-4);
  job.recipe = "main";
  const TrainingPlan main = make_plan(job, pictures("cifar-10", {32, 32, 3}));
  EXPECT_EQ(std::tuple(main.weight_decay, main.batch_size, main.shuffle),
            std::tuple(5e-4, 64U, false));
  EXPECT_EQ(make_plan(job, pictures("mnist", {28, 28, 1})).optimizer, "adam");
  job.shuffle = true;
  EXPECT_TRUE(make_plan(job, pictures("mnist", {28, 28, 1})).shuffle);
}

TEST(Plan, snapshots_follow_a_cosine_once_a_member) {
  TrainJob job;
  job.method = "snapshot";
  job.members = 2;
  job.epochs = 4;
  const TrainingPlan plan = make_plan(job, pictures("mnist", {28, 28, 1}));
  EXPECT_DOUBLE_EQ(learning_rate(plan, 2, 0, 0), 1e-3);
  EXPECT_DOUBLE_EQ(learning_rate(plan, 2, 1, 0), 5e-4);
  EXPECT_NEAR(learning_rate(plan, 2, 1, 1), 0, 1e-18);
  EXPECT_DOUBLE_EQ(learning_rate(plan, 2, 2, 0), 1e-3);
}

TEST(Plan, features_are_standardised_by_their_own_mean_and_deviation) {
  Examples examples = pictures("own", {2});
  examples.features = {1, 7, 3, 7, 5, 7};
  const TrainingPlan plan = make_plan({}, examples);
  EXPECT_EQ(plan.model, "mlp");
  EXPECT_THAT(plan.normalization.mean, testing::ElementsAre(3, 7));
  EXPECT_NEAR(plan.normalization.deviation[0], std::sqrt(8.0 / 3), 1e-15);
  EXPECT_EQ(plan.normalization.deviation[1], 1);
}

TEST(Plan, what_does_not_fit_is_refused) {
  TrainJob job;
  job.model = "mlp";
  EXPECT_THROW((void)make_plan(job, pictures("mnist", {28, 28, 1})), Error);
  EXPECT_THROW((void)make_plan({}, pictures("tiny", {8, 8, 1})), Error);
  job = {};
  job.dropout = .5;
  EXPECT_THROW((void)make_plan(job, pictures("mnist", {28, 28, 1})), Error);
}

TEST(Plan, every_recipe_names_a_model_of_the_registry) {
  for (const Recipe& recipe : recipes()) EXPECT_NO_THROW((void)find_model(recipe.model));
}

TEST(Jobs, survive_the_trip_as_json) {
  TrainJob job;
  job.dataset = "mnist \"quoted\" \xC3\xA9";
  job.model = "cnn";
  job.rate_steps = {{3, .01}};
  job.seed = 0xFFFF'FFFF'FFFF'FFFF;
  job.rate = 1e-3;
  const TrainJob back = train_job_from_json(to_json(job));
  EXPECT_EQ(back.dataset, job.dataset);
  EXPECT_EQ(back.model, job.model);
  EXPECT_EQ(back.rate_steps, job.rate_steps);
  EXPECT_EQ(back.seed, job.seed);
  EXPECT_EQ(back.rate, job.rate);
  EXPECT_FALSE(back.epochs);
  EXPECT_THROW((void)predict_job_from_json("{}"), Error);
}

}  // namespace
}  // namespace qualm::training
