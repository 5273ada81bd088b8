// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "add_options.h"
#include "commands.h"
#include "list_or_file.h"
#include "output_options.h"
#include "prediction_options.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "qualm/theory.h"

namespace qualm::cli {
namespace {

struct AxiomArguments {
  std::vector<Measure> measures;
  std::vector<std::string> ids;
  std::string beta;
  AxiomOptions options;
  bool show = false;
  OutputArguments output;
  ComputeArguments compute;
};

constexpr const char* axioms_examples =
    R"(qualm axioms                                      # the table
qualm axioms --measure entropy --axiom A5 --show
qualm axioms --format json -o axioms.json
qualm axioms --measure variance --class-weights 0,0,1
qualm axioms --beta 0.01,1,1,1                    # the maximizer of Lemma 3.1, corrected)";

// The maximiser for class weights, and what it reaches.
int print_maximizer(const AxiomArguments& arguments) {
  const std::vector<double> weights = numbers_from("--beta", arguments.beta);
  const report::Format format = arguments.output.chosen_format();
  static_cast<void>(variance_maximizer(weights));  // refuses before a file is begun
  const auto sink = open_output(arguments.output, {});
  report::write_maximizer(format, *sink, weights);
  sink->finish();
  return 0;
}

int run_axioms(AxiomArguments& arguments) {
  if (!arguments.beta.empty()) return print_maximizer(arguments);
  const report::Format format = arguments.output.chosen_format();
  if (arguments.show && format != report::Format::table) {
    throw_usage("--show prints text: leave --format out; json has all of it");
  }
  for (const std::string& id : arguments.ids) static_cast<void>(find_axiom(id));
  const auto sink = open_output(arguments.output, {});
  arguments.options.seed = arguments.compute.seed;
  arguments.options.threads = arguments.compute.threads;
  std::vector<AxiomReport> reports;
  ProgressBar bar(!arguments.output.quiet, standard_error());
  const Progress progress = bar.progress();
  for (std::size_t i = 0; i < arguments.measures.size(); ++i) {
    reports.push_back(check_axioms(measure_of(arguments.measures[i]), arguments.ids,
                                   arguments.options,
                                   part_of(progress, i, arguments.measures.size())));
  }
  bar.wipe();
  const report::TableStyle style = table_style(arguments.output);
  if (arguments.show) {
    report::show_axioms(*sink, reports, style);
  } else {
    report::write_axioms(format, *sink, reports, arguments.options, style);
  }
  sink->finish();
  return 0;
}

}  // namespace

Run setup_axioms(CommandBuilder& command) {
  auto arguments = std::make_shared<AxiomArguments>();
  command.examples(axioms_examples);
  arguments->output.formats = report::axiom_formats();
  for (const Family& row : families()) {
    if (row.parameters.empty()) arguments->measures.emplace_back(row.name);
  }
  OptionGroup which(command, "Checks");
  which.value("--measure", "NAME,...",
              "families of measures or scoring rules: log, brier, tsallis:1.5. Default: all "
              "families without an argument",
              [arguments](const auto& text) { arguments->measures = parse_measures(text); });
  which.value("--axiom", "ID,...", "A0 to A7, C3.1. Default: all",
              [arguments](const auto& text) { arguments->ids = split_list(text); });
  which.value("--class-weights", "LIST|FILE",
              "class weights for measures that use them. Default: equal weights, and weights drawn "
              "at random",
              [arguments](const auto& text) {
                arguments->options.own_weights = numbers_from("--class-weights", text);
              });
  which.flag("--show", "show each verdict with its proof or counterexample", arguments->show);
  which.text(
      "--beta", "LIST",
      "instead of the table: print the point of the simplex with the greatest weighted variance",
      arguments->beta);
  which.value("--cases", "N", "number of cases per axiom. Default: 6000",
              [arguments](const auto& text) {
                arguments->options.n_cases = parse_whole("--cases", text, 1, 100'000'000);
              });
  add_output_options(command, arguments->output);
  add_compute_options(command, arguments->compute);
  return [arguments] { return run_axioms(*arguments); };
}

}  // namespace qualm::cli
