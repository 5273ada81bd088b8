// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "commands.h"
#include "ood_options.h"
#include "partial_options.h"
#include "progress_bar.h"
#include "qualm/distributed.h"
#include "qualm/report.h"
#include "run_and_show.h"

namespace qualm::cli {
namespace {

constexpr const char* ood_examples =
    R"(qualm ood --in fmnist.npy --out mnist=mnist.npy --out kmnist=kmnist.npy
qualm ood --in fmnist.npy --out mnist=mnist.npy --plot roc.svg --format json -o ood.json
qualm ood --in run1.npy --in run2.npy --out mnist=m1.npy --out mnist=m2.npy
qualm ood --in test.npy --out far=far.npy --scores variance.epistemic,entropy.epistemic,entropy.total
qualm ood --input scores --in mine.npy --in theirs.npy --out far=mine_far.npy --out far=theirs_far.npy)";

int write_ood_part(OodArguments& arguments, const std::vector<std::string>& inputs) {
  const OutputArguments& output = arguments.predictions.output;
  const OodJob& job = arguments.job;
  ProgressBar bar(!output.quiet, standard_error());
  write_partial(arguments.partial, inputs, job.measured.files.key, {{}, OodState{job.options, {}}},
                [&](State& filled) {
                  resolve(arguments.predictions);
                  auto outcome = collect(job, listen(bar, output), NoRows::allowed);
                  std::get<OodState>(filled.content).tables = std::move(outcome.result);
                  filled.info = report::measure_info(outcome.measured);
                });
  bar.wipe();
  return 0;
}

int run_ood(OodArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  const OutputArguments& output = predictions.output;
  check_partial(arguments.partial, output, arguments.plot.path);
  const report::Format format = output.chosen_format();
  fill_job(arguments);
  arguments.job.check();
  const std::vector<std::string> inputs = input_paths(arguments);
  if (arguments.partial.is_given()) return write_ood_part(arguments, inputs);
  check_plot(arguments.plot, output, inputs);
  resolve(predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, inputs);
  run_and_show(arguments.job, format, arguments.plot, output, *sink, report::write_ood,
               report::ood_figure, report::ood_roc_figure);
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
