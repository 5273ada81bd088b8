// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "add_options.h"
#include "commands.h"
#include "page_options.h"
#include "progress_bar.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

constexpr const char* report_examples =
    R"(qualm report predictions.npy -o report.html
qualm report predictions.npy --labels labels.npy --class-names names.txt -o report.html
qualm report fmnist.npy --labels labels.npy --images pictures.npy --ood mnist=mnist.npy -o report.html
qualm report run1.npy run2.npy run3.npy --labels labels.npy -o report.html)";

int run_report(PageArguments& arguments) {
  const OutputArguments& output = arguments.predictions.output;
  page::require_page();
  if (output.path.empty() && standard_output().is_terminal) {
    throw_usage("the page cannot be shown in a terminal: add -o report.html");
  }
  find_shards(arguments.predictions);
  resolve(arguments.predictions);
  const std::unique_ptr<io::Sink> sink = open_output(output, input_paths(arguments));
  check_ending(output.path, {".html", ".htm"});
  ProgressBar bar(!output.quiet, standard_error());
  const Listener listener = listen(bar, output);
  const page::Page made(open_request(arguments, listener), listener);
  const std::string page = made.report(bar.progress());
  bar.wipe();
  sink->write(page);
  sink->finish();
  return 0;
}

}  // namespace

Run setup_report(CommandBuilder& command) {
  auto arguments = std::make_shared<PageArguments>();
  command.examples(report_examples);
  add_page_options(command, *arguments);
  OutputArguments& output = arguments->predictions.output;
  output.format = report::Format::json;  // text, as far as a terminal is concerned
  OptionGroup group(command, "Output");
  group.text("-o,--output", "FILE", "output file, written atomically. Default: standard output",
             output.path);
  add_talk_options(command, output);
  add_compute_options(command, arguments->predictions.compute);
  return [arguments] { return run_report(*arguments); };
}

}  // namespace qualm::cli
