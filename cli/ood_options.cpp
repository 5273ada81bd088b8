// SPDX-License-Identifier: Apache-2.0
#include "ood_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "add_options.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "score_options.h"

namespace qualm::cli {
namespace {

/// Those of the in-distribution rows have no name.
void find_shards(OodArguments& arguments) {
  OodJob& job = arguments.job;
  PredictionFiles& in = job.measured.files;
  std::vector<std::string> named;
  for (const std::string& text : arguments.predictions.shards) {
    if (arguments.predictions.are_scores) {
      throw_usage("--shards cannot be used with --input scores: give one file per score");
    }
    if (text.find('=') != std::string::npos) {
      named.push_back(text);
    } else {
      in.shards.push_back(io::find_shards(text));
    }
  }
  if (!in.paths.empty() && !in.shards.empty()) {
    throw_usage("--in and --shards without a name mean the same: give one of them");
  }
  for (OtherRows& rows : named_files("--shards", named)) {
    const bool is_known =
        std::any_of(job.others.begin(), job.others.end(),
                    [&](const OtherRows& each) { return each.name == rows.name; });
    if (is_known) {
      throw_usage(fmt::format("{} is given as --out and as --shards: give one of them", rows.name));
    }
    for (const std::string& pattern : rows.paths) rows.shards.push_back(io::find_shards(pattern));
    rows.paths.clear();
    job.others.push_back(std::move(rows));
  }
}

}  // namespace

void add_ood_options(CommandBuilder& command, OodArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  predictions.output.formats = report::ood_formats();
  OptionGroup input(command, "Input");
  input.repeated("--in", "FILE",
                 "predictions for in-distribution rows. Repeat for further runs (3-D files) or "
                 "members (2-D files)",
                 predictions.job.files.paths);
  input.repeated("--out", "NAME=FILE",
                 "predictions for out-of-distribution rows and a name for them. Repeat the name "
                 "for further runs or members",
                 arguments.out);
  input.repeated(
      "--shards", "[NAME=]PATTERN",
      "instead of --in, or with NAME= instead of --out: pattern for the files of one array that is "
      "split along instances, in quotes, such as 'in-*.npy' or far='far-*.npy'",
      predictions.shards);
  add_input_options(command, predictions, InputKinds::predictions_or_scores);
  add_measure_options(command, predictions);
  add_score_option(command, arguments.job.scores, "the epistemic part of each family");
  OptionGroup numbers(command, "Numbers");
  numbers.flag("--fpr95-of-in",
               "FPR95 with in-distribution rows as positives: the share of out-of-distribution "
               "rows accepted when 95% of in-distribution rows are",
               arguments.in_is_positive);
  numbers.value("--bins", "N", "number of bins of histograms. Default: 15",
                [&](const std::string& text) {
                  arguments.job.options.n_bins = parse_whole("--bins", text, 1, 100'000);
                });
  numbers.value(
      "--bootstrap", "N",
      "bootstrap replicates for a confidence interval of FPR95 of one run. Default: 0, none",
      [&](const std::string& text) {
        arguments.job.options.bootstrap.replicates = parse_whole("--bootstrap", text, 0, 1'000'000);
      });
  add_output_options(command, predictions.output);
  add_plot_option(command, arguments.plot);
  add_partial_options(command, arguments.partial);
  add_compute_options(command, predictions.compute);
}

void fill_job(OodArguments& arguments) {
  OodJob& job = arguments.job;
  PredictionFiles& in = job.measured.files;
  job.others = named_files("--out", arguments.out);
  find_shards(arguments);
  if (in.paths.empty() && in.shards.empty()) {
    throw_usage("--in is missing: give the predictions for in-distribution rows");
  }
  if (job.others.empty()) {
    throw_usage(
        "--out is missing: give the predictions for out-of-distribution rows, such as --out "
        "mnist=mnist.npy");
  }
  job.options.fpr_target = arguments.in_is_positive ? Target::negatives : Target::positives;
  job.options.bootstrap.seed = arguments.predictions.compute.seed;
  job.options.bootstrap.threads = arguments.predictions.compute.threads;
  if (!arguments.predictions.are_scores) return;
  for (const std::string& path : in.paths) job.given.push_back(score_in(path, in.key));
  for (OtherRows& rows : job.others) {
    if (rows.paths.size() != job.given.size()) {
      throw_usage(fmt::format("--out {} has {} files for {} of --in: give one for each, in order",
                              rows.name, rows.paths.size(), job.given.size()));
    }
    for (std::size_t i = 0; i < rows.paths.size(); ++i) {
      rows.given.push_back({job.given[i].name, {rows.paths[i], in.key}});
    }
  }
}

std::vector<std::string> input_paths(const OodArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  for (const OtherRows& set : arguments.job.others) {
    paths.insert(paths.end(), set.paths.begin(), set.paths.end());
    for (const io::Shards& each : set.shards) {
      paths.insert(paths.end(), each.paths.begin(), each.paths.end());
    }
  }
  return paths;
}

}  // namespace qualm::cli
