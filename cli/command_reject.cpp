// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "commands.h"
#include "partial_options.h"
#include "progress_bar.h"
#include "qualm/distributed.h"
#include "qualm/report.h"
#include "reject_options.h"
#include "run_and_show.h"

namespace qualm::cli {
namespace {

constexpr const char* reject_examples =
    R"(qualm reject predictions.npy --labels labels.npy
qualm reject predictions.npy --labels labels.npy --plot curves.svg --format json -o reject.json
qualm reject run1.npy run2.npy run3.npy --labels labels.npy --band t95 --plot -
qualm reject predictions.npy --labels labels.npy --scores 'variance.epistemic,variance.epistemic[2]'
qualm reject predictions.npy --labels labels.npy --guarantee risk=0.02,delta=0.05 --calibration 0.5
qualm reject mine.npy theirs.npy --input scores --correct correct.npy
qualm reject mine.npy --input scores --labels labels.npy --predictions predictions.npy)";

int write_reject_part(RejectArguments& arguments, const std::vector<std::string>& inputs) {
  const OutputArguments& output = arguments.predictions.output;
  RejectJob& job = arguments.job;
  ProgressBar bar(!output.quiet, standard_error());
  const std::string& key = job.given.empty() ? job.measured.files.key : job.given[0].numbers.key;
  State state{{}, RejectState{job.options, job.calibration, {}}};
  write_partial(arguments.partial, inputs, key, std::move(state), [&](State& filled) {
    resolve(arguments.predictions);
    if (job.measured.is_given()) give_labels(arguments.predictions);
    auto outcome = collect(job, listen(bar, output));
    std::get<RejectState>(filled.content).table = std::move(outcome.result);
    filled.info = report::measure_info(outcome.measured);
  });
  bar.wipe();
  return 0;
}

int run_reject(RejectArguments& arguments) {
  const OutputArguments& output = arguments.predictions.output;
  check_partial(arguments.partial, output, arguments.plot.path);
  const report::Format format = output.chosen_format();
  find_shards(arguments.predictions);
  const std::vector<std::string> inputs = input_paths(arguments);
  fill_job(arguments);
  RejectJob& job = arguments.job;
  job.check();
  if (arguments.partial.is_given()) return write_reject_part(arguments, inputs);
  check_plot(arguments.plot, output, inputs);
  resolve(arguments.predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, inputs);
  if (job.measured.is_given()) give_labels(arguments.predictions);
  run_and_show(job, format, arguments.plot, output, *sink, report::write_reject,
               report::reject_figure, report::reject_curves_figure);
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
