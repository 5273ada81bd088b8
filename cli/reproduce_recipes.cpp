// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "reproduce_detection.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

constexpr const char* compared_dataset = "fashion-mnist";

/// By these a recipe is judged; fixed before the trainings were run.
constexpr const char* criteria[] = {"accuracy", "correct rows in the first of 15 bins",
                                    "kmnist: AUROC of variance", "kmnist: AUROC of entropy"};

std::vector<Arm> arms_of(Workshop& workshop) {
  if (!workshop.options().predictions.empty()) return workshop.all_arms(compared_dataset);
  std::vector<Arm> arms;
  for (const char* const recipe : {"text", "train"}) {
    training::TrainJob said = workshop.options().said;
    said.recipe = recipe;
    if (auto arm = workshop.train(compared_dataset, said)) arms.push_back(std::move(*arm));
  }
  return arms;
}

/// The same number of two arms: the difference of the second from the first.
ReproducedNumber compare(const ReproducedNumber& a, const ReproducedNumber& b,
                         const std::string& name_a, const std::string& name_b) {
  const auto in_words = [](const ReproducedNumber& number) {
    return RunsInWords{number.ours.value.value,
                       number.ours.std.is_defined() ? number.ours.std.value : 0, number.runs.size(),
                       0};
  };
  const TwoSampleTest test = welch_test(in_words(b), in_words(a));
  Estimate difference;
  difference.value = test.difference;
  difference.std.undefined = "a difference of means";
  difference.ci95 = test.interval;
  ReproducedNumber number{
      fmt::format("{} minus {}{}", name_b, name_a, a.what.substr(name_a.size())), difference, {}};
  number.compared = test;
  return number;
}

/// Which arm is nearest to the published number, criterion by criterion.
void judge(std::span<const Arm> arms, std::span<const ReproducedNumber> numbers, std::size_t each,
           Reproduction& result) {
  for (const char* const criterion : criteria) {
    std::string nearest;
    double distance = INFINITY, value = 0;
    std::optional<Published> published;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const ReproducedNumber& number = numbers[i];
      if (!number.published || !number.ours.value.is_defined() ||
          number.what.find(criterion) == std::string::npos) {
        continue;
      }
      const double gap = std::abs(number.ours.value.value - number.published->value);
      if (gap >= distance) continue;
      distance = gap;
      value = number.ours.value.value;
      published = number.published;
      nearest = arms[i / each].name;
    }
    if (!published) continue;
    result.notes.push_back(fmt::format("nearest to the published {:.3f} ({}): {}, {:.4f}",
                                       published->value, criterion, nearest, value));
  }
}

}  // namespace

plot::Figure reproduce_recipes(Workshop& workshop, Reproduction& result) {
  const std::vector<Arm> arms = arms_of(workshop);
  std::vector<Arm> measured;
  std::size_t each = 0;
  for (const Arm& arm : arms) {
    Reproduction of_arm;
    const auto files = workshop.predict(arm, arm.dataset);
    if (!files) continue;
    add_fingerprint(arm, scores_on(*files, paper_scores(), true), of_arm);
    if (!detect(workshop, arm, pairings[0], arm.name, of_arm)) continue;
    // Not all arms have predictions of undivided pictures.
    std::erase_if(of_arm.numbers, [](const ReproducedNumber& number) {
      return number.what.find("itself") != std::string::npos;
    });
    if (each != 0 && of_arm.numbers.size() != each) {
      result.missing.push_back(fmt::format("{}: not all of the other data sets", arm.name));
      continue;
    }
    each = of_arm.numbers.size();
    measured.push_back(arm);
    for (ReproducedNumber& number : of_arm.numbers) result.numbers.push_back(std::move(number));
  }
  if (measured.size() > 1) judge(measured, result.numbers, each, result);
  const std::vector<ReproducedNumber> numbers = result.numbers;
  for (std::size_t arm = 1; arm < measured.size(); ++arm) {
    for (std::size_t i = 0; i < each; ++i) {
      result.numbers.push_back(
          compare(numbers[i], numbers[arm * each + i], measured[0].name, measured[arm].name));
    }
  }
  return {};
}

}  // namespace qualm::cli
