// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "add_options.h"
#include "commands.h"
#include "label_options.h"
#include "list_or_file.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct ExplainArguments {
  PredictionArguments predictions;
  LabelArguments labels;
  PlotArguments plot;
  std::string by, of_class, images, images_key, rows;
  std::optional<std::size_t> top;
  std::optional<std::size_t> label_next;
  std::size_t budget = 0;
};

constexpr const char* explain_examples =
    R"(qualm explain predictions.npy --class-names cat,dog,owl
qualm explain predictions.npy --labels labels.npy --images pictures.npy --plot doubts.png
qualm explain predictions.npy --by variance.aleatoric --top 3
qualm explain predictions.npy --class Shirt --class-names names.txt
qualm explain predictions.npy --label-next 100 --budget 20 -o next.csv)";

Score score_of(const ExplainArguments& arguments, const PredictionSet& set) {
  const std::string by =
      !arguments.by.empty()
          ? arguments.by
          : name(Score{arguments.predictions.measures.measures[0], Part::epistemic});
  if (arguments.of_class.empty()) return parse_score(by, set.class_names());
  if (by.find('[') != std::string::npos) {
    throw_usage(fmt::format("--by {} names a class already: leave --class out", by));
  }
  const std::size_t k = parse_class(arguments.of_class, set.class_names());
  return parse_score(fmt::format("{}[{}]", by, set.class_names()[k]), set.class_names());
}

std::vector<std::string> input_paths(const ExplainArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  for (const std::string& path : {arguments.labels.path, arguments.images}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

void check(const ExplainArguments& arguments) {
  if (arguments.top && !arguments.rows.empty()) {
    throw_usage("--rows chooses the rows: leave --top out");
  }
  if (!arguments.label_next && arguments.budget > 0) {
    throw_usage("--budget goes with --label-next: say how many rows to label");
  }
  if (arguments.label_next) {
    const std::pair<const char*, bool> unused[] = {{"--plot", !arguments.plot.path.empty()},
                                                   {"--top", arguments.top.has_value()},
                                                   {"--rows", !arguments.rows.empty()},
                                                   {"--images", !arguments.images.empty()},
                                                   {"--labels", arguments.labels.given()}};
    for (const auto& [option, is_given] : unused) {
      if (is_given) {
        throw_usage(fmt::format("--label-next writes a list of rows: leave {} out", option));
      }
    }
  }
  if (!arguments.images.empty() && arguments.plot.path.empty()) {
    throw_usage("--images are shown by a plot: add --plot FILE.svg, or leave them out");
  }
  if (arguments.images.empty() && !arguments.images_key.empty()) {
    throw_usage("--images-key goes with --images: name the file of the pictures");
  }
}

int run_explain(ExplainArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  const report::Format format = output.chosen_format();
  check(arguments);
  check_plot(arguments.plot, output, input_paths(arguments));
  resolve(predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(arguments));
  if (!arguments.label_next) give_labels(arguments.labels, predictions.files);
  const PredictionSet set = open_predictions(predictions, predictions.files);

  ExplainRequest request{score_of(arguments, set), predictions.measures, arguments.top.value_or(9),
                         set.labels()};
  if (!arguments.rows.empty()) request.rows = rows_of(split_list(arguments.rows), set);
  std::optional<PictureFile> pictures;
  if (!arguments.images.empty()) {
    pictures.emplace(arguments.images, arguments.images_key, set.n_instances());
    request.pictures = &*pictures;
  }
  MeasureOptions measured = predictions.measures;
  measured.measures = {request.by.measure};
  const report::MeasureInfo info =
      report::measure_info(set, measured, predictions.files.member_weights);
  ProgressBar bar(!output.quiet, standard_error());
  if (arguments.label_next) {
    const LabelNext next =
        label_next(set, request, *arguments.label_next, arguments.budget, bar.progress());
    bar.wipe();
    report::write_label_next(format, *sink, next, info, table_style(output));
    sink->finish();
    return 0;
  }
  const ExplainResult result = explain(set, request, bar.progress());
  bar.wipe();
  report::write_explain(format, *sink, result, info, table_style(output));
  sink->finish();
  const auto figure = [&] { return report::explain_figure(result); };
  draw_plot(arguments.plot, output, {figure, figure});
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
  add_label_options(command, arguments->labels);
  OptionGroup input(command, "Input");
  input.text("--images", "FILE",
             "one picture per row: .npy or .npz of N x H x W (x 3), or idx, maybe gzipped; an .npz "
             "with an array rows has pictures of these rows only",
             arguments->images);
  input.text("--images-key", "NAME", "which array of an .npz the pictures are",
             arguments->images_key);
  OptionGroup which(command, "Which rows");
  which.text("--by", "SCORE",
             "what the rows are chosen by; by default the epistemic part of the first measure, "
             "variance.epistemic",
             arguments->by);
  which.text("--class", "NAME", "the same score of this class only, by name or number",
             arguments->of_class);
  which.value("--top", "N", "how many rows; 9 by default", [arguments](const auto& text) {
    arguments->top = parse_whole("--top", text, 1, 10'000);
  });
  which.text("--rows", "LIST",
             "these rows instead, such as 3,4: by number, or by id where --ids are given",
             arguments->rows);
  which.value(
      "--label-next", "N",
      "instead of explaining, list the N rows with the greatest score, as candidates for labelling",
      [arguments](const auto& text) {
        arguments->label_next = parse_whole("--label-next", text, 1, 1'000'000'000);
      });
  which.value("--budget", "N", "with --label-next: at most N rows of each predicted class",
              [arguments](const auto& text) {
                arguments->budget = parse_whole("--budget", text, 1, 1'000'000'000);
              });
  add_measure_options(command, predictions);
  add_output_options(command, predictions.output);
  add_plot_option(command, arguments->plot);
  add_compute_options(command, predictions.compute);
  return [arguments] { return run_explain(*arguments); };
}

}  // namespace qualm::cli
