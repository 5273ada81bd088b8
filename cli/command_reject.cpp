// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "commands.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "qualm/report.h"
#include "reject_options.h"
#include "score_options.h"

namespace qualm::cli {
namespace {

constexpr const char* reject_examples =
    R"(qualm reject predictions.npy --labels labels.npy
qualm reject predictions.npy --labels labels.npy --plot curves.svg --format json -o reject.json
qualm reject run1.npy run2.npy run3.npy --labels labels.npy --band t95 --plot -
qualm reject predictions.npy --labels labels.npy --scores variance.epistemic,variance.epistemic[Shirt]
qualm reject predictions.npy --labels labels.npy --guarantee risk=0.02,delta=0.05 --calibration 0.5
qualm reject mine.npy theirs.npy --input scores --correct correct.npy
qualm reject mine.npy --input scores --labels labels.npy --predictions predictions.npy)";

/// The scores to evaluate, and what was predicted, if anything.
struct RejectMaterial {
  ScoreTable table;
  std::optional<report::MeasureInfo> info;
};

RejectMaterial measure_all(RejectArguments& arguments, PredictionFiles files) {
  PredictionArguments& predictions = arguments.predictions;
  give_labels(arguments.labels, files);
  const PredictionSet set = open_predictions(predictions, files);
  if (set.labels().empty()) {
    throw_usage(
        "--labels is missing: name the file with the true class of each row, or put an array "
        "labels into the .npz of the predictions");
  }
  ScoreRequest request{
      parse_scores(arguments.scores, set, scores_of(predictions.measures.measures)),
      predictions.measures, set.labels()};
  ProgressBar bar(!predictions.output.quiet, standard_error());
  RejectMaterial material{
      collect_scores(set, request, bar.progress()),
      report::measure_info(set, predictions.measures, predictions.files.member_weights)};
  bar.wipe();
  note_rescaled_rows(predictions, material.table.renormalized_rows);
  InfiniteRows infinite;
  infinite.add(material.table);
  note_infinite_rows(predictions, infinite);
  return material;
}

RejectMaterial gather(RejectArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  if (!predictions.are_scores) return measure_all(arguments, predictions.files);
  RejectMaterial material;
  if (!arguments.beside.empty()) {
    PredictionFiles files = predictions.files;
    files.paths = arguments.beside;
    files.key.clear();
    material = measure_all(arguments, files);
  }
  for (const std::string& path : predictions.files.paths) {
    ForeignScore score = read_score(path, predictions.files.key);
    add_score(material.table, score.name, std::move(score.values));
  }
  if (!arguments.correct.empty()) {
    const io::Numbers numbers = io::read_numbers(arguments.correct);
    std::vector<std::uint8_t> flags =
        check_flags(numbers.values, material.table.n_rows, numbers.label);
    for (std::uint8_t& flag : flags) flag = flag == 0 ? 1 : 0;
    material.table.runs[0].wrong = std::move(flags);
  }
  return material;
}

/// Takes the calibration rows out of the table.
std::optional<ScoreTable> split(const RejectArguments& arguments, ScoreTable& table) {
  if (!arguments.options.guarantee) return std::nullopt;
  if (arguments.calibration_share) {
    return take_rows(table, draw_rows(table.n_rows, *arguments.calibration_share,
                                      arguments.predictions.compute.seed));
  }
  const io::Numbers rows = io::read_numbers(arguments.calibration_rows);
  const auto flags_of = rows.dtype == DType::boolean ? flags_of_mask : flags_of_rows;
  return take_rows(table, flags_of(rows.values, table.n_rows, rows.label));
}

int run_reject(RejectArguments& arguments) {
  const OutputArguments& output = arguments.predictions.output;
  const report::Format format = output.chosen_format();
  check(arguments);
  check_plot(arguments.plot, output, input_paths(arguments));
  resolve(arguments.predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(arguments));
  RejectMaterial material = gather(arguments);
  const std::optional<ScoreTable> calibration = split(arguments, material.table);

  RejectOptions& options = arguments.options;
  options.bootstrap.seed = arguments.predictions.compute.seed;
  options.bootstrap.threads = arguments.predictions.compute.threads;
  options.bootstrap.replicates = arguments.replicates;
  if (arguments.replicates > 0) options.intervals_in_table = true;
  if (options.guarantee) options.guarantee->method = arguments.guarantee_method;
  ProgressBar bar(!output.quiet, standard_error());
  const RejectResult result =
      reject(material.table, options, calibration ? &*calibration : nullptr, bar.progress());
  bar.wipe();
  report::write_reject(format, *sink, result, material.info, table_style(output));
  sink->finish();
  draw_plot(arguments.plot, output,
            {[&] { return report::reject_figure(result); },
             [&] { return report::reject_curves_figure(result); }});
  return 0;
}

}  // namespace

Run setup_reject(CommandBuilder& command) {
  auto arguments = std::make_shared<RejectArguments>();
  command.examples(reject_examples);
  add_reject_options(command, *arguments);
  return [arguments] { return run_reject(*arguments); };
}

}  // namespace qualm::cli
