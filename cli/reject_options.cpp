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
      throw_usage(fmt::format("--guarantee {}: {} must be between 0 and 1", text, key));
    }
    (is_risk ? request.risk : request.delta) = share;
    bool& is_given = is_risk ? has_risk : has_delta;
    if (is_given) throw_usage(fmt::format("--guarantee {}: {} is given twice", text, key));
    is_given = true;
  }
  if (!has_risk) throw_usage(fmt::format("--guarantee {}: give a risk, as in risk=0.02", text));
  return request;
}

void add_score_inputs(CommandBuilder& command, RejectArguments& arguments) {
  OptionGroup group(command, "Input");
  group.text("--correct", "FILE", "with --input scores: 1 if the prediction is correct, else 0",
             arguments.correct);
  group.repeated("--predictions", "FILE",
                 "with --input scores and --labels: the predictions that the scores belong to, to "
                 "compare the scores with qualm's measures. Repeat for further files",
                 arguments.beside);
  group.value("--predictions-input", "probs|logits|dirichlet|counts|votes",
              "kind of input of --predictions. Default: probs", [&](const std::string& text) {
                arguments.job.measured.files.input = parse_input(text);
                arguments.beside_input_given = true;
              });
}

void add_curve_options(CommandBuilder& command, RejectOptions& options) {
  OptionGroup group(command, "Curves and numbers");
  group.value("--portions", "LIST",
              "rejected portions at which the curves have points, such as 0,0.1,0.2; paper: 0, 2%, "
              "... 98%. Default: exact, all portions, at most 1000 points",
              [&](const std::string& text) {
                options.portions = text == "exact"   ? std::vector<double>{}
                                   : text == "paper" ? paper_portions()
                                                     : parse_shares("--portions", text);
              });
  group.choice("--band", "band around the mean curve of several runs. Default: std",
               std::vector{Band::std, Band::sem, Band::t95}, options.band);
  group.value("--band-ddof", "0|1",
              "delta degrees of freedom for sem and t95; the paper's figures use 0. Default: 1",
              [&](const std::string& text) {
                options.band_ddof = static_cast<unsigned>(parse_whole("--band-ddof", text, 0, 1));
              });
  group.value(
      "--coverage", "LIST", "report the accuracy at these coverages. Default: 0.8,0.9,0.95",
      [&](const std::string& text) { options.coverages = parse_shares("--coverage", text); });
  group.value("--risk", "LIST",
              "report the greatest coverage at these error rates. Default: 0.01,0.05",
              [&](const std::string& text) { options.risks = parse_shares("--risk", text); });
  group.choice("--area", "area rule for AURC and AUARC. Default: mean",
               std::vector{AreaRule::mean, AreaRule::trapezoid}, options.area);
  group.choice("--optimum", "reference for E-AURC. Default: exact",
               std::vector{Optimum::exact, Optimum::asymptotic}, options.optimum);
  group.value(
      "--bins", "N", "number of bins of histograms and of the reliability diagram. Default: 15",
      [&](const std::string& text) { options.n_bins = parse_whole("--bins", text, 1, 100'000); });
  group.choice("--binning", "bins of the reliability diagram and ECE. Default: equal-width",
               std::vector{Binning::equal_width, Binning::equal_mass}, options.binning);
}

void add_promise_options(CommandBuilder& command, RejectArguments& arguments) {
  RejectOptions& options = arguments.job.options;
  OptionGroup group(command, "Intervals and guarantees");
  group.value("--bootstrap", "N",
              "confidence intervals of one run by a percentile bootstrap with N replicates. "
              "Default: 0, the jackknife, which has better coverage with few errors",
              [&](const std::string& text) {
                options.bootstrap.replicates = parse_whole("--bootstrap", text, 0, 1'000'000);
              });
  group.flag("--intervals", "show 95% confidence intervals in the table too; json always has them",
             options.intervals_in_table);
  group.value("--guarantee", "risk=R,delta=D",
              "a threshold such that the expected error rate of new rows kept is at most R, with "
              "probability 1 - D (default D: 0.05), if new rows come from the distribution of the "
              "calibration rows; requires --calibration or --calibration-rows",
              [&](const std::string& text) { options.guarantee = parse_guarantee(text); });
  group.choice("--guarantee-method",
               "search for the threshold. Default: fixed-sequence, which keeps more rows",
               std::vector{GuaranteeMethod::fixed_sequence, GuaranteeMethod::binary_search},
               options.guarantee_method);
  group.value("--calibration", "SHARE",
              "share of the rows to use as calibration set for the threshold, drawn with --seed; "
              "all other numbers use the remaining rows",
              [&](const std::string& text) {
                arguments.calibration_share = parse_share("--calibration", text);
              });
  group.text("--calibration-rows", "FILE",
             "calibration set as row numbers counted from 0, or as a boolean mask",
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
    throw_usage("--shards cannot be used with --input scores: give one file per score");
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
