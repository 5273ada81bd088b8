// SPDX-License-Identifier: Apache-2.0
#include "reject_options.h"

#include <fmt/format.h>

#include "add_options.h"
#include "list_or_file.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "score_options.h"
#include "shares.h"

namespace qualm::cli {
namespace {

/// "risk=0.02,delta=0.05"
GuaranteeRequest parse_guarantee(const std::string& text) {
  GuaranteeRequest request;
  bool has_risk = false, has_delta = false;
  for (const std::string& entry : split_list(text)) {
    const std::size_t sign = entry.find('=');
    const std::string key = entry.substr(0, sign);
    const bool is_risk = key == "risk";
    if (sign == std::string::npos || (!is_risk && key != "delta")) {
      throw_usage(fmt::format("--guarantee {}: write risk=0.02,delta=0.05", text));
    }
    const double share = parse_share("--guarantee " + key, entry.substr(sign + 1));
    if (share <= 0 || share >= 1) {
      throw_usage(fmt::format("--guarantee {}: {} lies between 0 and 1", text, key));
    }
    (is_risk ? request.risk : request.delta) = share;
    bool& is_given = is_risk ? has_risk : has_delta;
    if (is_given) throw_usage(fmt::format("--guarantee {}: {} is given twice", text, key));
    is_given = true;
  }
  if (!has_risk) throw_usage(fmt::format("--guarantee {}: say which risk, as in risk=0.02", text));
  return request;
}

void add_score_inputs(CommandBuilder& command, RejectArguments& arguments) {
  OptionGroup group(command, "Input");
  group.text("--correct", "FILE", "with --input scores: 1 where the prediction was right, else 0",
             arguments.correct);
  group.repeated("--predictions", "FILE",
                 "with --input scores and --labels: the predictions that the scores belong to, so "
                 "that our measures stand beside them; again for each further file",
                 arguments.beside);
  group.value("--predictions-input", "probs|logits|dirichlet|counts|votes",
              "what the numbers of --predictions are; by default probs",
              [&](const std::string& text) {
                arguments.job.measured.files.input = parse_input(text);
                arguments.beside_input_given = true;
              });
}

void add_curve_options(CommandBuilder& command, RejectOptions& options) {
  OptionGroup group(command, "Curves and numbers");
  group.value("--portions", "LIST",
              "portions rejected at which curves have points, such as 0,0.1,0.2; paper: 0, 2%, ... "
              "98%; by default exact: everywhere, in at most 1000 points",
              [&](const std::string& text) {
                options.portions = text == "exact"   ? std::vector<double>{}
                                   : text == "paper" ? paper_portions()
                                                     : parse_shares("--portions", text);
              });
  group.choice("--band", "around the mean curve of several runs; by default std",
               std::vector{Band::std, Band::sem, Band::t95}, options.band);
  group.value("--band-ddof", "0|1", "of sem and t95: 1 by default, 0 as in the paper's figures",
              [&](const std::string& text) {
                options.band_ddof = static_cast<unsigned>(parse_whole("--band-ddof", text, 0, 1));
              });
  group.value(
      "--coverage", "LIST", "accuracy at these coverages; by default 0.8,0.9,0.95",
      [&](const std::string& text) { options.coverages = parse_shares("--coverage", text); });
  group.value("--risk", "LIST", "greatest coverage at these error rates; by default 0.01,0.05",
              [&](const std::string& text) { options.risks = parse_shares("--risk", text); });
  group.choice("--area", "how AURC and AUARC are taken; by default mean",
               std::vector{AreaRule::mean, AreaRule::trapezoid}, options.area);
  group.choice("--optimum", "what E-AURC is measured against; by default exact",
               std::vector{Optimum::exact, Optimum::asymptotic}, options.optimum);
  group.value(
      "--bins", "N", "of histograms and of the reliability diagram; 15 by default",
      [&](const std::string& text) { options.n_bins = parse_whole("--bins", text, 1, 100'000); });
  group.choice("--binning", "of the reliability diagram and ECE; by default equal-width",
               std::vector{Binning::equal_width, Binning::equal_mass}, options.binning);
}

void add_promise_options(CommandBuilder& command, RejectArguments& arguments) {
  RejectOptions& options = arguments.job.options;
  OptionGroup group(command, "Intervals and guarantees");
  group.value("--bootstrap", "N",
              "intervals of one run by percentiles of N bootstrap replicates; by default 0: by the "
              "jackknife, which covers better when few rows are wrong",
              [&](const std::string& text) {
                options.bootstrap.replicates = parse_whole("--bootstrap", text, 0, 1'000'000);
              });
  group.flag("--intervals", "show 95 % intervals in the table too; json always has them",
             options.intervals_in_table);
  group.value(
      "--guarantee", "risk=R,delta=D",
      "a threshold such that the expected error rate of new rows kept is at most R, with "
      "probability 1 - D (D is 0.05 by default), if new rows are drawn as the calibration rows; "
      "needs --calibration or --calibration-rows",
      [&](const std::string& text) { options.guarantee = parse_guarantee(text); });
  group.choice(
      "--guarantee-method",
      "how the threshold is searched for; by default fixed-sequence, which keeps more rows",
      std::vector{GuaranteeMethod::fixed_sequence, GuaranteeMethod::binary_search},
      options.guarantee_method);
  group.value("--calibration", "SHARE",
              "share of the rows, drawn by --seed, on which the threshold is found; all other "
              "numbers are of the other rows",
              [&](const std::string& text) {
                arguments.calibration_share = parse_share("--calibration", text);
              });
  group.text("--calibration-rows", "FILE",
             "the same by the numbers of these rows, from 0 on, or by a boolean mask of all rows",
             arguments.calibration_rows);
}

}  // namespace

void add_reject_options(CommandBuilder& command, RejectArguments& arguments) {
  arguments.predictions.output.formats = report::reject_formats();
  add_predictions_argument(command, arguments.predictions);
  add_input_options(command, arguments.predictions, InputKinds::predictions_or_scores);
  add_label_options(command, arguments.predictions);
  add_score_inputs(command, arguments);
  add_measure_options(command, arguments.predictions);
  add_score_option(command, arguments.job.scores, "total, aleatoric and epistemic of each family");
  add_curve_options(command, arguments.job.options);
  add_promise_options(command, arguments);
  add_output_options(command, arguments.predictions.output);
  add_plot_option(command, arguments.plot);
  add_partial_options(command, arguments.partial);
  add_compute_options(command, arguments.predictions.compute);
}

void fill_job(RejectArguments& arguments) {
  RejectJob& job = arguments.job;
  PredictionFiles& files = job.measured.files;
  if (arguments.predictions.are_scores && !files.shards.empty()) {
    throw_usage("--shards are of predictions, not of --input scores: give one file per score");
  }
  if (arguments.predictions.are_scores) {
    if (arguments.correct.empty() == arguments.beside.empty()) {
      throw_usage(
          "--input scores needs either --correct FILE, or --labels FILE with "
          "--predictions FILE, to know which rows are wrong");
    }
    for (const std::string& path : files.paths) job.given.push_back(score_in(path, files.key));
    files.paths = arguments.beside;
    files.key.clear();
  } else {
    if (!arguments.correct.empty()) throw_usage("--correct is for --input scores; give --labels");
    if (!arguments.beside.empty() || arguments.beside_input_given) {
      throw_usage("--predictions is for --input scores; name the files without it");
    }
  }
  if (arguments.calibration_share && !arguments.calibration_rows.empty()) {
    throw_usage("give --calibration or --calibration-rows, not both");
  }
  if (!arguments.correct.empty()) job.correct = {arguments.correct};
  if (arguments.calibration_share) job.calibration = *arguments.calibration_share;
  if (!arguments.calibration_rows.empty()) {
    job.calibration = GivenNumbers{arguments.calibration_rows};
  }
  BootstrapOptions& bootstrap = job.options.bootstrap;
  bootstrap.seed = arguments.predictions.compute.seed;
  bootstrap.threads = arguments.predictions.compute.threads;
  if (bootstrap.replicates > 0) job.options.intervals_in_table = true;
}

std::vector<std::string> input_paths(const RejectArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  paths.insert(paths.end(), arguments.beside.begin(), arguments.beside.end());
  for (const std::string* path : {&arguments.correct, &arguments.calibration_rows}) {
    if (!path->empty()) paths.push_back(*path);
  }
  return paths;
}

}  // namespace qualm::cli
