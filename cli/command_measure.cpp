// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "add_options.h"
#include "commands.h"
#include "list_or_file.h"
#include "partial_options.h"
#include "prediction_options.h"
#include "progress_bar.h"
#include "qualm/report.h"
#include "top_options.h"

namespace qualm::cli {
namespace {

struct MeasureArguments {
  MeasureJob job;
  PredictionArguments predictions{job};
  TopArguments top;
  PartialArguments partial;
};

constexpr const char* measure_examples =
    R"(qualm measure predictions.npy                     # the most uncertain rows
qualm measure predictions.npy --format csv -o measures.csv
qualm measure member1.npy member2.npy member3.npy --class-names cat,dog,bird
qualm measure logits.npz --key test --input logits --axes mnk --per-class
qualm measure predictions.npy --labels labels.npy       # with the true class of each row
qualm measure alpha.npy --input dirichlet --measure variance,wasserstein
python3 predict.py | qualm measure - --format jsonl | jq .variance.epistemic)";

// Only labels that are asked for are written.
void give_labels_to_show(PredictionArguments& predictions) {
  give_labels(predictions);
  predictions.job.files.look_for_labels = false;
}

int write_measure_part(MeasureArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  const std::vector<std::string> inputs = input_paths(predictions);
  ProgressBar bar(!output.quiet, standard_error());
  write_partial(arguments.partial, inputs, arguments.job.files.key, {{}, MeasureState{}},
                [&](State& state) {
                  resolve(predictions);
                  give_labels_to_show(predictions);
                  const Listener listener = listen(bar, output);
                  const Measured measured = open(arguments.job, listener);
                  std::get<MeasureState>(state.content).block = run(measured, listener);
                  state.info = report::with_labels(
                      report::measure_info(*measured.set, measured.measures), *measured.set);
                });
  bar.wipe();
  return 0;
}

int run_measure(MeasureArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  check_partial(arguments.partial, output);
  find_shards(predictions);
  if (arguments.partial.is_given()) return write_measure_part(arguments);
  const report::Format format = output.chosen_format();
  resolve(predictions);
  give_labels_to_show(predictions);
  const report::TableStyle style = arguments.top.style(output, format);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(predictions));
  const bool stream_on_screen =
      report::format_info(format).streams && output.to_stdout() && standard_output().is_terminal;
  ProgressBar bar(!output.quiet && !stream_on_screen, standard_error());
  const Listener listener = listen(bar, output);
  const Measured measured = open(arguments.job, listener);
  const std::unique_ptr<report::MeasureWriter> writer = report::make_measure_writer(
      format, *sink, report::with_labels(report::measure_info(measured), *measured.set), style);
  bool begun = false;
  run(
      measured,
      [&](const MeasuredBlock& block) {
        // Not before there is something to say: an error in the first rows leaves no output.
        if (!begun) writer->begin();
        begun = true;
        writer->block(block);
      },
      listener);
  writer->end();
  bar.wipe();
  sink->finish();
  return 0;
}

}  // namespace

Run setup_measure(CommandBuilder& command) {
  auto arguments = std::make_shared<MeasureArguments>();
  command.examples(measure_examples);
  add_prediction_options(command, arguments->predictions);
  add_label_options(command, arguments->predictions, "Shown next to the predicted class");
  OptionGroup measures(command, "Measures");
  measures.flag("--per-class", "also output per-class values and the mean prediction",
                arguments->job.measures.per_class);
  measures.value(
      "--extras", "NAME,...",
      "additional values that some measures have, such as hartley for credal",
      [arguments](const auto& text) { arguments->job.measures.extras = split_list(text); });
  add_top_options(command, arguments->top);
  add_partial_options(command, arguments->partial);
  return [arguments] { return run_measure(*arguments); };
}

}  // namespace qualm::cli
