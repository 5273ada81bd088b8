// SPDX-License-Identifier: Apache-2.0
#include "qualm/training/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "qualm/error.h"
#include "qualm/training/registry.h"

namespace qualm::training {
namespace {

/// Mean and deviation of each feature, so that an MLP sees numbers of about one.
Normalization standardization(const Examples& examples) {
  const std::size_t width = examples.shape[0];
  Normalization result{1, std::vector<double>(width), std::vector<double>(width)};
  const double n = static_cast<double>(examples.n_rows());
  for (std::size_t d = 0; d < width; ++d) {
    double sum = 0, squares = 0;
    for (std::size_t i = d; i < examples.features.size(); i += width) sum += examples.features[i];
    const double mean = sum / n;
    for (std::size_t i = d; i < examples.features.size(); i += width) {
      squares += (examples.features[i] - mean) * (examples.features[i] - mean);
    }
    result.mean[d] = mean;
    // A feature that never changes says nothing: leave its scale alone.
    result.deviation[d] = squares > 0 ? std::sqrt(squares / n) : 1;
  }
  return result;
}

void check_fit(const TrainJob& job, const TrainingPlan& plan, const Examples& examples) {
  const Model& model = find_model(plan.model);
  const Method& method = find_method(plan.method);
  if (model.takes_features != examples.are_features()) {
    throw_usage(fmt::format("{} is for {}, but {} holds {}: choose another {}", model.name,
                            model.takes_features ? "features" : "images", examples.name,
                            examples.are_features() ? "features" : "images", argument("model")));
  }
  if (model.name == "cnn" && (plan.shape[0] < 16 || plan.shape[1] < 16)) {
    throw_usage(fmt::format("cnn needs images of 16x16 or more, {} has {}x{}", examples.name,
                            plan.shape[0], plan.shape[1]));
  }
  if (method.snapshots && plan.epochs % job.members != 0) {
    throw_usage(
        fmt::format("{} epochs are not a whole number for each of {} snapshots: give {} "
                    "as a multiple of {}",
                    plan.epochs, job.members, argument("epochs"), argument("members")));
  }
  if (job.dropout && !method.drops_out) {
    throw_usage(fmt::format("{} is for {}, not {}", argument("dropout"),
                            argument("method", "mc-dropout"), method.name));
  }
  if (examples.n_rows() < 2) throw_usage(examples.name + ": too few rows to train on");
}

}  // namespace

TrainingPlan make_plan(const TrainJob& job, const Examples& examples) {
  const Recipe recipe = recipe_for(examples.name, examples.are_features(), job.recipe);
  TrainingPlan plan;
  plan.dataset = examples.name;
  plan.data_sha256 = examples.sha256;
  plan.n_rows = examples.n_rows();
  plan.class_names = examples.class_names;
  plan.n_classes = examples.class_names.size();
  plan.shape = examples.shape;
  plan.model = job.model.value_or(std::string(recipe.model));
  plan.stem = job.stem;
  plan.hidden = job.hidden;
  plan.method = job.method;
  plan.optimizer = job.optimizer.value_or(std::string(recipe.optimizer));
  plan.epochs = job.epochs.value_or(recipe.epochs);
  plan.batch_size = job.batch_size.value_or(recipe.batch_size);
  // The recipe's numbers are for its optimiser; the other one starts from what is usual for it.
  const bool as_recipe = plan.optimizer == recipe.optimizer;
  const bool adam = plan.optimizer == "adam";
  plan.rate = job.rate.value_or(as_recipe ? recipe.rate : adam ? 1e-3 : .1);
  plan.momentum = job.momentum.value_or(as_recipe ? recipe.momentum : adam ? 0 : .9);
  plan.weight_decay = job.weight_decay.value_or(as_recipe ? recipe.weight_decay : 0);
  if (job.rate_steps) {
    plan.rate_steps = *job.rate_steps;
  } else if (as_recipe && !job.rate) {
    plan.rate_steps = scaled_steps(recipe, plan.epochs);
  }
  plan.shuffle = job.shuffle.value_or(recipe.shuffle);
  plan.augment = job.augment.value_or(recipe.augment) && !examples.are_features();
  plan.normalization = examples.are_features() ? standardization(examples) : recipe.normalization;
  plan.seed = job.seed;
  plan.threads = job.threads;
  if (find_method(job.method).drops_out) plan.dropout = job.dropout.value_or(.5);
  check_fit(job, plan, examples);
  return plan;
}

double learning_rate(const TrainingPlan& plan, std::size_t members, std::size_t epoch,
                     double progress) {
  if (find_method(plan.method).snapshots) {
    // Huang et al. 2017: half a cosine from the full rate to 0, once for each member.
    const std::size_t cycle = plan.epochs / members;
    const double done =
        (static_cast<double>(epoch % cycle) + progress) / static_cast<double>(cycle);
    return plan.rate / 2 * (std::cos(std::numbers::pi * done) + 1);
  }
  double rate = plan.rate;
  for (const RateStep& step : plan.rate_steps) {
    if (epoch >= step.epoch) rate = step.rate;
  }
  return rate;
}

}  // namespace qualm::training
