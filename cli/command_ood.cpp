// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "commands.h"
#include "ood_options.h"
#include "progress_bar.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "score_options.h"

namespace qualm::cli {
namespace {

constexpr const char* ood_examples =
    R"(qualm ood --in fmnist.npy --out mnist=mnist.npy --out kmnist=kmnist.npy
qualm ood --in fmnist.npy --out mnist=mnist.npy --plot roc.svg --format json -o ood.json
qualm ood --in run1.npy --in run2.npy --out mnist=m1.npy --out mnist=m2.npy
qualm ood --in test.npy --out far=far.npy --scores variance.epistemic,entropy.epistemic,entropy.total
qualm ood --input scores --in mine.npy --in theirs.npy --out far=mine_far.npy --out far=theirs_far.npy)";

struct OodMaterial {
  ScoreTable in;
  std::vector<OodSet> out;
  std::optional<report::MeasureInfo> info;
};

OodMaterial measure_all(OodArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const PredictionSet in = open_predictions(predictions, predictions.files);
  const ScoreRequest request{
      parse_scores(arguments.scores, in,
                   scores_of(predictions.measures.measures, std::vector{Part::epistemic})),
      predictions.measures};
  const auto others = open_others(in, predictions.files, out_files(arguments), predictions.output);
  ProgressBar bar(!predictions.output.quiet, standard_error());
  OodMaterial material;
  material.info = report::measure_info(in, predictions.measures, predictions.files.member_weights);
  material.in = collect_scores(in, request, bar.progress());
  std::size_t renormalized = material.in.renormalized_rows;
  InfiniteRows infinite;
  infinite.add(material.in);
  for (const auto& [name, set] : others) {
    material.out.push_back({name, collect_scores(set, request, bar.progress())});
    renormalized += material.out.back().table.renormalized_rows;
    infinite.add(material.out.back().table);
  }
  bar.wipe();
  note_rescaled_rows(predictions, renormalized);
  note_infinite_rows(predictions, infinite);
  return material;
}

/// Scores under their names; a name that comes again is the next run of that score.
ScoreTable foreign_table(const std::vector<std::string>& names, std::vector<ForeignScore> scores,
                         const std::string& what) {
  ScoreTable table;
  table.n_rows = scores.front().values.size();
  std::vector<std::size_t> n_runs;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i].values.size() != table.n_rows) {
      throw_data(fmt::format("{}: {} scores in one file and {} in another; give one per row", what,
                             table.n_rows, scores[i].values.size()));
    }
    const auto found = std::find(table.names.begin(), table.names.end(), names[i]);
    const auto column = static_cast<std::size_t>(found - table.names.begin());
    if (found == table.names.end()) {
      table.names.push_back(names[i]);
      n_runs.push_back(0);
    }
    const std::size_t run = n_runs[column]++;
    if (run == table.runs.size()) table.runs.emplace_back();
    table.runs[run].columns.resize(std::max(table.runs[run].columns.size(), column + 1));
    table.runs[run].columns[column] = std::move(scores[i].values);
  }
  if (std::adjacent_find(n_runs.begin(), n_runs.end(), std::not_equal_to<>()) != n_runs.end()) {
    throw_usage(fmt::format("{}: give every score as many runs", what));
  }
  return table;
}

OodMaterial read_all(OodArguments& arguments) {
  const PredictionArguments& predictions = arguments.predictions;
  if (!arguments.scores.empty()) {
    throw_usage("--scores names our measures, and there are no predictions to measure");
  }
  const auto read = [&](const std::vector<std::string>& paths) {
    std::vector<ForeignScore> scores;
    for (const std::string& path : paths) scores.push_back(read_score(path, predictions.files.key));
    return scores;
  };
  std::vector<ForeignScore> in = read(predictions.files.paths);
  std::vector<std::string> names;
  for (const ForeignScore& score : in) names.push_back(score.name);
  OodMaterial material;
  material.in = foreign_table(names, std::move(in), "--in");
  for (const NamedFiles& files : out_files(arguments)) {
    if (files.paths.size() != names.size()) {
      throw_usage(fmt::format("--out {} has {} files for {} of --in: give one for each, in order",
                              files.name, files.paths.size(), names.size()));
    }
    material.out.push_back({files.name, foreign_table(names, read(files.paths), files.name)});
  }
  return material;
}

int run_ood(OodArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  const report::Format format = output.chosen_format();
  if (predictions.files.paths.empty()) {
    throw_usage("--in is missing: name the predictions for rows like those trained on");
  }
  if (arguments.out.empty()) {
    throw_usage("--out is missing: name other predictions, such as --out mnist=mnist.npy");
  }
  check_plot(arguments.plot, output, input_paths(arguments));
  resolve(predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(arguments));
  const OodMaterial material =
      predictions.are_scores ? read_all(arguments) : measure_all(arguments);
  OodOptions& options = arguments.options;
  options.fpr_target = arguments.in_is_positive ? Target::negatives : Target::positives;
  options.bootstrap.seed = predictions.compute.seed;
  options.bootstrap.threads = predictions.compute.threads;
  ProgressBar bar(!output.quiet, standard_error());
  const OodResult result = ood(material.in, material.out, options, bar.progress());
  bar.wipe();
  report::write_ood(format, *sink, result, material.info, table_style(output));
  sink->finish();
  draw_plot(
      arguments.plot, output,
      {[&] { return report::ood_figure(result); }, [&] { return report::ood_roc_figure(result); }});
  return 0;
}

}  // namespace

Run setup_ood(CommandBuilder& command) {
  auto arguments = std::make_shared<OodArguments>();
  command.examples(ood_examples);
  add_ood_options(command, *arguments);
  return [arguments] { return run_ood(*arguments); };
}

}  // namespace qualm::cli
