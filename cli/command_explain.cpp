// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "add_options.h"
#include "commands.h"
#include "list_or_file.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct ExplainArguments {
  ExplainJob job;
  PredictionArguments predictions{job.measured};
  PlotArguments plot;
};

constexpr const char* explain_examples =
    R"(qualm explain predictions.npy --class-names cat,dog,owl
qualm explain predictions.npy --labels labels.npy --images pictures.npy --plot rows.png
qualm explain predictions.npy --by variance.aleatoric --top 3
qualm explain predictions.npy --class Shirt --class-names names.txt
qualm explain predictions.npy --label-next 100 --budget 20 -o next.csv)";

std::vector<std::string> input_paths(const ExplainArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  if (arguments.job.pictures.is_given()) paths.push_back(arguments.job.pictures.path);
  return paths;
}

void check(const ExplainArguments& arguments) {
  const ExplainJob& job = arguments.job;
  const bool has_plot = !arguments.plot.path.empty();
  if (job.label_next && (has_plot || !arguments.predictions.labels.empty())) {
    throw_usage(fmt::format("--label-next writes a list of rows: leave {} out",
                            has_plot ? "--plot" : "--labels"));
  }
  job.check();
  if (job.pictures.is_given() && !has_plot) {
    throw_usage("--images are shown by a plot: add --plot FILE.svg, or leave them out");
  }
  if (!job.pictures.is_given() && !job.pictures.key.empty()) {
    throw_usage("--images-key is for --images: name the file of the images");
  }
}

int run_explain(ExplainArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  const ExplainJob& job = arguments.job;
  const report::Format format = output.chosen_format();
  find_shards(predictions);
  check(arguments);
  check_plot(arguments.plot, output, input_paths(arguments));
  resolve(predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(arguments));
  ProgressBar bar(!output.quiet, standard_error());
  if (job.label_next) {
    const auto next = run_label_next(job, listen(bar, output));
    bar.wipe();
    report::write_label_next(format, *sink, next.result, *report::measure_info(next.measured),
                             table_style(output));
    sink->finish();
    return 0;
  }
  give_labels(predictions);
  const auto found = run(job, listen(bar, output));
  bar.wipe();
  const auto figure = [&] { return report::explain_figure(found.result); };
  write_and_draw(
      [&] {
        report::write_explain(format, *sink, found.result, *report::measure_info(found.measured),
                              table_style(output));
        sink->finish();
      },
      [&] {
        draw_plot(arguments.plot, output, {figure, figure});
      });
  return 0;
}

}  // namespace

Run setup_explain(CommandBuilder& command) {
  auto arguments = std::make_shared<ExplainArguments>();
  command.examples(explain_examples);
  PredictionArguments& predictions = arguments->predictions;
  predictions.output.formats = report::explain_formats();
  add_predictions_argument(command, predictions);
  add_input_options(command, predictions);
  add_label_options(command, predictions);
  OptionGroup input(command, "Input");
  input.text("--images", "FILE",
             "one image per row: .npy or .npz of N x H x W (x 3), or idx, also gzipped. An array "
             "rows in the .npz lists the rows that have an image",
             arguments->job.pictures.path);
  input.text("--images-key", "NAME", "name of the array of images in an .npz file",
             arguments->job.pictures.key);
  OptionGroup which(command, "Selection of rows");
  which.text("--by", "SCORE",
             "score that ranks the rows. Default: the epistemic part of the first measure, "
             "variance.epistemic",
             arguments->job.by);
  which.text("--class", "NAME", "rank by the score for this class only, given by name or number",
             arguments->job.of_class);
  which.value("--top", "N", "number of rows. Default: 9", [arguments](const auto& text) {
    arguments->job.top = parse_whole("--top", text, 1, 10'000);
  });
  which.value("--rows", "LIST",
              "explain these rows instead, such as 3,4, given by number, or by ID with --ids",
              [arguments](const auto& text) { arguments->job.rows = split_list(text); });
  which.value(
      "--label-next", "N",
      "instead of explaining, list the N rows with the highest score as candidates for labelling",
      [arguments](const auto& text) {
        arguments->job.label_next = parse_whole("--label-next", text, 1, 1'000'000'000);
      });
  which.value("--budget", "N", "with --label-next: at most N rows of each predicted class",
              [arguments](const auto& text) {
                arguments->job.budget = parse_whole("--budget", text, 1, 1'000'000'000);
              });
  add_measure_options(command, predictions);
  add_output_options(command, predictions.output);
  add_plot_option(command, arguments->plot);
  add_compute_options(command, predictions.compute);
  return [arguments] { return run_explain(*arguments); };
}

}  // namespace qualm::cli
