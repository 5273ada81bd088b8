// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "add_options.h"
#include "commands.h"
#include "list_or_file.h"
#include "prediction_options.h"
#include "progress_bar.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct MeasureArguments {
  PredictionArguments predictions;
  std::optional<std::size_t> top;
  std::optional<Score> sort_by;
};

constexpr const char* measure_examples =
    R"(qualm measure predictions.npy                     # the most uncertain rows
qualm measure predictions.npy --format csv -o measures.csv
qualm measure member1.npy member2.npy member3.npy --class-names cat,dog,bird
qualm measure logits.npz --key test --input logits --axes mnk --per-class
qualm measure alpha.npy --input dirichlet --measure variance,wasserstein
python3 predict.py | qualm measure - --format jsonl | jq .variance.epistemic)";

report::TableStyle style_of(const MeasureArguments& arguments) {
  report::TableStyle style = table_style(arguments.predictions.output);
  style.top = arguments.top.value_or(style.top);
  style.sort_by = arguments.sort_by;
  return style;
}

int run_measure(MeasureArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  const report::Format format = output.chosen_format();
  resolve(predictions);
  if (format != report::Format::table && (arguments.top || arguments.sort_by)) {
    output.note(fmt::format("--top and --sort-by change only the table, not {}",
                            report::format_info(format).name));
  }
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(predictions));
  const PredictionSet set = open_predictions(predictions, predictions.files);

  const std::unique_ptr<report::MeasureWriter> writer = report::make_measure_writer(
      format, *sink,
      report::measure_info(set, predictions.measures, predictions.files.member_weights),
      style_of(arguments));
  const bool stream_on_screen =
      report::format_info(format).streams && output.to_stdout() && standard_output().is_terminal;
  ProgressBar bar(!output.quiet && !stream_on_screen, standard_error());
  std::size_t renormalized = 0;
  InfiniteRows infinite;
  bool all_one_hot = set.n_instances() > 0 && set.n_members() > 0;
  bool begun = false;
  measure_blocks(
      set, predictions.measures,
      [&](const MeasuredBlock& block) {
        // Not before there is something to say: an error in the first rows leaves no output.
        if (!begun) writer->begin();
        begun = true;
        renormalized += block.measures.renormalized_rows;
        infinite.add(block.measures);
        all_one_hot = all_one_hot && has_no_aleatoric(block.measures);
        writer->block(block);
      },
      bar.progress());
  writer->end();
  bar.wipe();
  sink->finish();
  note_rescaled_rows(predictions, renormalized);
  if (all_one_hot) note_one_hot_rows(predictions);
  note_infinite_rows(predictions, infinite);
  return 0;
}

}  // namespace

Run setup_measure(CommandBuilder& command) {
  auto arguments = std::make_shared<MeasureArguments>();
  command.examples(measure_examples);
  add_prediction_options(command, arguments->predictions);
  OptionGroup measures(command, "Measures");
  measures.flag("--per-class", "also the values of each class, and the mean prediction",
                arguments->predictions.measures.per_class);
  measures.value(
      "--extras", "NAME,...",
      "further numbers of the measures that have them, such as hartley of credal",
      [arguments](const auto& text) { arguments->predictions.measures.extras = split_list(text); });
  OptionGroup output(command, "Output");
  output.value("--top", "N", "rows in the table; 10 by default", [arguments](const auto& text) {
    arguments->top = parse_whole("--top", text, 0, 1'000'000);
  });
  output.value("--sort-by", "SCORE",
               "what puts a row on top of the table, such as variance.epistemic; by default the "
               "total of the first measure",
               [arguments](const auto& text) { arguments->sort_by = parse_score(text); });
  return [arguments] { return run_measure(*arguments); };
}

}  // namespace qualm::cli
