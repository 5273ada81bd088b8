// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "add_options.h"
#include "commands.h"
#include "output_options.h"
#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "reproduce_experiments.h"
#include "train_options.h"

namespace qualm::cli {
namespace {

struct ReproduceArguments {
  std::string experiment;
  std::vector<std::string> sources;
  std::optional<Scale> scale;
  WorkshopOptions workshop;
  OutputArguments output;
  PlotArguments plot;
};

constexpr const char* reproduce_examples =
    R"(qualm reproduce                                   # list the experiments
qualm reproduce figure1 --plot figure1.svg
qualm reproduce table1 --scale quick              # minutes, to see that it runs
qualm reproduce table1 --scale paper --recipe train --plot roc.svg -o table1.json
qualm reproduce table1 --recipe train --predictions results/predictions   # trains nothing
qualm reproduce arc --scale cpu --use svhn=svhn.npz)";

int list_experiments(const OutputArguments& output) {
  const auto sink = open_output(output, {});
  for (const Experiment& each : experiments()) {
    sink->write(fmt::format("{:<12}{}\n", each.name, each.summary));
  }
  sink->finish();
  return 0;
}

/// The command that gives the same numbers, wherever it is typed.
std::string command_of(const ReproduceArguments& arguments) {
  const WorkshopOptions& options = arguments.workshop;
  std::string text = fmt::format("qualm reproduce {}", arguments.experiment);
  if (options.predictions.empty()) text += fmt::format(" --scale {}", name(options.scale));
  if (options.runs) text += fmt::format(" --runs {}", *options.runs);
  for (const auto& [option, value] : said_of_recipe(options.said)) {
    text += fmt::format(" --{} {}", option, value);
  }
  if (!options.predictions.empty()) text += fmt::format(" --predictions {}", options.predictions);
  for (const auto& [dataset, source] : options.sources) {
    text += fmt::format(" --use {}={}", dataset, source);
  }
  return text;
}

void parse_sources(ReproduceArguments& arguments) {
  for (const std::string& text : arguments.sources) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign + 1 == text.size()) {
      throw_usage(fmt::format("--use {}: write NAME=SOURCE, such as svhn=svhn.npz", text));
    }
    const std::string name(dataset_info(text.substr(0, sign)).name);
    arguments.workshop.sources[name] = text.substr(sign + 1);
  }
}

int run_reproduce(ReproduceArguments& arguments) {
  if (arguments.experiment.empty()) return list_experiments(arguments.output);
  const Experiment& experiment = find_experiment(arguments.experiment);
  const report::Format format = arguments.output.chosen_format();
  parse_sources(arguments);
  WorkshopOptions& options = arguments.workshop;
  if (!options.predictions.empty()) {
    if (arguments.scale) throw_usage("--scale is for trainings: leave it out with --predictions");
    options.scale = Scale::paper;  // whatever was stored
  } else {
    options.scale = arguments.scale.value_or(Scale::quick);
  }
  check_plot(arguments.plot, arguments.output, {});
  const auto sink = open_output(arguments.output, {});
  Reproduction result;
  result.experiment = experiment.name;
  result.scale = arguments.workshop.scale;
  result.seed = options.said.seed;
  result.command = command_of(arguments);
  result.test_rows = test_rows_for(result.scale);
  options.said.resources.quiet = arguments.output.quiet;
  Workshop workshop(arguments.workshop, result);
  const auto start = std::chrono::steady_clock::now();
  plot::Figure figure = experiment.run(workshop, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto same = [&] { return figure; };
  write_and_draw(
      [&] {
        report::write_reproduction(format, *sink, result, table_style(arguments.output));
        sink->finish();
      },
      [&] {
        if (!figure.panels.empty()) draw_plot(arguments.plot, arguments.output, {same, same});
      });
  return result.numbers.empty() && result.claims.empty() ? 1 : 0;
}

}  // namespace

Run setup_reproduce(CommandBuilder& command) {
  auto arguments = std::make_shared<ReproduceArguments>();
  WorkshopOptions& options = arguments->workshop;
  command.examples(reproduce_examples);
  command.details(
      "Computes the numbers from raw data and compares them with the published ones. Ensembles and "
      "predictions are kept in the work folder, so an interrupted command resumes.");
  arguments->output.formats = report::reproduction_formats();
  command.argument("EXPERIMENT", "TEXT",
                   "figure1, table1, recipes, arc, histograms, labelwise, claims or holdout. "
                   "Default: list them",
                   arguments->experiment, Presence::optional);
  OptionGroup group(command, "Experiment");
  group.choice(
      "--scale",
      "quick: minutes, a smoke test; cpu: a night on two cores; paper: everything. Default: quick",
      std::vector{Scale::quick, Scale::cpu, Scale::paper}, arguments->scale);
  group.value(
      "--runs", "N", "number of independent ensembles. Default: that of the scale",
      [&options](const auto& text) { options.runs = parse_whole("--runs", text, 1, 1000); });
  group.text("--work", "FOLDER", "folder for ensembles and predictions. Default: reproduction",
             options.folder);
  group.text("--predictions", "FOLDER",
             "use stored predictions, FOLDER/TRAINING/run0/DATASET.npz, and train nothing",
             options.predictions);
  group.text("--data-dir", "FOLDER", "folder to search for data sets first", options.data_dir);
  group.repeated("--use", "NAME=SOURCE", "use this file or folder for the data set NAME",
                 arguments->sources);
  add_recipe_options(command, options.said);
  add_output_options(command, arguments->output);
  add_plot_option(command, arguments->plot);
  return [arguments] { return run_reproduce(*arguments); };
}

}  // namespace qualm::cli
