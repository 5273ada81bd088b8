// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/random.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

constexpr const char* holdout_dataset = "fashion-mnist";
constexpr double share_left_out = .995;
constexpr std::size_t most_images = 300;

/// How much of the follow-up's experiment is done: one class after the other is held out.
struct HoldoutPlan {
  std::size_t classes, members, epochs, limit;
};
HoldoutPlan holdout_plan(const WorkshopOptions& options) {
  HoldoutPlan plan{10, 5, 5, 0};
  if (options.scale == Scale::cpu) plan.classes = 2;
  if (options.scale == Scale::quick) plan = {1, 2, 1, 2000};
  plan.classes = std::min<std::size_t>(10, options.runs.value_or(plan.classes));
  plan.epochs = options.said.epochs.value_or(plan.epochs);
  return plan;
}

/// All rows but those of the class that are left out, at random.
std::vector<double> rows_without(std::span<const std::uint32_t> labels, std::uint32_t held_out,
                                 std::uint64_t seed) {
  std::vector<double> of_class, rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    (labels[i] == held_out ? of_class : rows).push_back(static_cast<double>(i));
  }
  Random random(seed, held_out);
  for (std::size_t i = of_class.size(); i > 1; --i) {
    std::swap(of_class[i - 1], of_class[random.below(i)]);
  }
  const auto n_left_out =
      static_cast<std::size_t>(share_left_out * static_cast<double>(of_class.size()));
  rows.insert(rows.end(), of_class.begin() + static_cast<std::ptrdiff_t>(n_left_out),
              of_class.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Label-wise epistemic variance, the mean over the first test images of the class.
std::vector<double> mean_epistemic(const PredictionFiles& files, std::uint32_t held_out) {
  const PredictionSet set(files);
  const std::vector<std::uint32_t> labels = labels_of(files, set);
  std::vector<std::byte> buffer;
  MeasureOptions options;
  options.measures = {"variance"};
  options.per_class = true;
  std::vector<double> sums(set.n_classes());
  std::size_t n = 0;
  for (std::size_t first = 0; first < set.n_instances(); first += set.block_rows()) {
    const std::size_t last = std::min(set.n_instances(), first + set.block_rows());
    const Measures found = measure(set.read(0, first, last, buffer), options);
    const std::vector<double>& epistemic = found.families[0].per_class.epistemic;
    for (std::size_t row = first; row < last && n < most_images; ++row) {
      if (labels[row] != held_out) continue;
      ++n;
      for (std::size_t k = 0; k < sums.size(); ++k) {
        sums[k] += epistemic[(row - first) * sums.size() + k];
      }
    }
  }
  for (double& sum : sums) sum /= static_cast<double>(std::max<std::size_t>(n, 1));
  return sums;
}

std::string write_rows(const std::string& path, std::span<const double> rows) {
  const auto sink = io::open_atomic_file(path);
  io::write_npy(*sink, {"rows", {rows.size()}, rows});
  sink->finish();
  return path;
}

/// Label-wise EU of the images of one class, before and after the class was added.
struct HeldOut {
  std::size_t of_class;
  std::vector<double> before, after;

  [[nodiscard]] double drop(std::size_t k) const {
    return before[k] > 0 ? 1 - after[k] / before[k] : 0;
  }
  /// The greatest of another class.
  [[nodiscard]] double next_drop() const {
    double next = -INFINITY;
    for (std::size_t k = 0; k < before.size(); ++k) {
      if (k != of_class) next = std::max(next, drop(k));
    }
    return next;
  }
};

void add_numbers(const std::vector<HeldOut>& found, Reproduction& result) {
  std::vector<Figure> drops, next;
  for (const HeldOut& each : found) {
    drops.push_back({each.drop(each.of_class), {}});
    next.push_back({each.next_drop(), {}});
  }
  // Published is the mean over runs of means over classes; here each class has one run, so that the
  // deviations cannot be compared.
  result.numbers.push_back(number_of("drop of label-wise EU of the class held out", drops,
                                     Published{.7934, std::nullopt, "of the follow-up, by run"}));
  result.numbers.push_back(
      number_of("greatest drop of another class", next,
                Published{.7657, std::nullopt,
                          "of the follow-up, by run; its table has .5619, the maximum "
                          "over runs of drops averaged over classes"}));
  for (const HeldOut& each : found) {
    const std::string_view name = dataset_info(holdout_dataset).class_names[each.of_class];
    const auto add = [&](std::string_view when, const std::vector<double>& values) {
      const Figure value{values[each.of_class], {}};
      result.numbers.push_back(
          number_of(fmt::format("{}: label-wise EU {}", name, when), {&value, 1}, std::nullopt));
    };
    add("without it", each.before);
    add("with it", each.after);
  }
}

}  // namespace

plot::Figure reproduce_holdout(Workshop& workshop, Reproduction& result) {
  const WorkshopOptions& options = workshop.options();
  if (!options.predictions.empty()) {
    throw_usage("holdout trains twice and measures the difference: leave --predictions out");
  }
  const HoldoutPlan plan = holdout_plan(options);
  const std::optional<std::string> source = workshop.source_of(holdout_dataset, "train");
  if (!source) return {};
  const Dataset data = load_dataset(
      {.source = *source, .split = "train", .data_dir = options.data_dir, .limit = plan.limit});
  std::filesystem::create_directories(options.folder);
  const std::string suffix = options.scale == Scale::quick ? "-quick" : "";
  std::vector<HeldOut> found;
  for (std::uint32_t held_out = 0; held_out < plan.classes; ++held_out) {
    const std::string name = fmt::format("{}-holdout-{}{}", holdout_dataset, held_out, suffix);
    training::TrainJob job = options.said;
    job.dataset = *source;
    job.members = plan.members;
    job.epochs = plan.epochs;
    job.limit = plan.limit;
    job.rows = write_rows(fmt::format("{}/{}.npy", options.folder, name),
                          rows_without(data.labels, held_out, job.seed));
    Arm before = workshop.train_as(name, job);
    job.rows.clear();
    job.start_from = before.ensemble;
    Arm after = workshop.train_as(name + "-back", job);
    before.dataset = after.dataset = holdout_dataset;
    const auto first = workshop.predict(before, holdout_dataset, {.all_rows = true});
    const auto second = workshop.predict(after, holdout_dataset, {.all_rows = true});
    if (!first || !second) return {};
    found.push_back(
        {held_out, mean_epistemic(*first, held_out), mean_epistemic(*second, held_out)});
  }
  result.test_rows = 0;
  add_numbers(found, result);
  result.notes.push_back(fmt::format(
      "{:.1f}% of one class left out, {} epochs, the class added back, {} more epochs with a new "
      "optimiser; mean EU_k of up to {} test images of the class; a run is a class. A drop is "
      "relative: unreliable if the EU was near 0 before",
      100 * share_left_out, plan.epochs, plan.epochs, most_images));
  return {};
}

}  // namespace qualm::cli
