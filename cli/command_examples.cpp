// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "add_options.h"
#include "commands.h"
#include "output_options.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct ExampleArguments {
  std::vector<std::string> expressions;
  MeasureOptions measures;
  OutputArguments output;
  PlotArguments plot;
  bool raw = false, log_base_given = false;
};

constexpr const char* examples_of_examples =
    R"(qualm examples                                    # the paper's Figure 1
qualm examples --plot figure1.svg
qualm examples --distribution 'beta(8,2)' --measure wasserstein --plot -
qualm examples --distribution '0.5*dirac(0)+0.5*uniform(.3,.7)' --format json
qualm examples --distribution 'dirichlet(2,3,5)' --raw --log-base e)";

std::vector<NamedDistribution> distributions_of(const ExampleArguments& arguments) {
  if (arguments.expressions.empty()) return figure_one();
  std::vector<NamedDistribution> result;
  for (const std::string& each : arguments.expressions) {
    result.push_back({each, parse_distribution(each)});
  }
  return result;
}

int run_examples(ExampleArguments& arguments) {
  const report::Format format = arguments.output.chosen_format();
  if (arguments.log_base_given && !arguments.raw) {
    throw_usage("--log-base has no effect on normalised values: add --raw");
  }
  arguments.measures.normalized = !arguments.raw;
  const std::vector<NamedDistribution> distributions = distributions_of(arguments);
  check_plot(arguments.plot, arguments.output, {});
  const auto sink = open_output(arguments.output, {});
  std::vector<report::ExampleRow> rows;
  for (const NamedDistribution& each : distributions) {
    rows.push_back({each, measure(each.distribution, arguments.measures)});
  }
  const auto figure = [&] { return report::example_figure(rows); };
  write_and_draw(
      [&] {
        report::write_examples(format, *sink, rows, table_style(arguments.output));
        sink->finish();
      },
      [&] {
        draw_plot(arguments.plot, arguments.output, {figure, figure});
      });
  return 0;
}

std::string expression_help() {
  std::string text = "distribution to use instead of the paper's; can be repeated:";
  for (const ShapeInfo& shape : shapes()) text += fmt::format(" {},", shape.usage);
  return text + " or a mixture such as 0.5*dirac(0)+0.5*dirac(1)";
}

}  // namespace

Run setup_examples(CommandBuilder& command) {
  auto arguments = std::make_shared<ExampleArguments>();
  command.examples(examples_of_examples);
  arguments->output.formats = report::example_formats();
  arguments->measures.measures = {"entropy", "variance"};
  OptionGroup(command, "Distributions")
      .repeated("--distribution", "EXPR", expression_help(), arguments->expressions);
  OptionGroup group(command, "Measures");
  group.value(
      "--measure", "FAMILY,...", "families of measures. Default: entropy,variance",
      [arguments](const auto& text) { arguments->measures.measures = parse_measures(text); });
  group.flag("--raw", "use the unit of each family; do not divide by the maximum", arguments->raw);
  group.value(
      "--log-base", "2|e|K",
      "with --raw: unit of entropies: bits (2), nats (e) or fractions of log K (K). Default: 2",
      [arguments](const auto& text) {
        arguments->measures.log_base = parse_log_base(text);
        arguments->log_base_given = true;
      });
  add_output_options(command, arguments->output);
  add_plot_option(command, arguments->plot);
  return [arguments] { return run_examples(*arguments); };
}

}  // namespace qualm::cli
