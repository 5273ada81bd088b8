// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "commands.h"
#include "plot_options.h"
#include "progress_bar.h"
#include "qualm/column.h"
#include "qualm/error.h"
#include "qualm/report.h"
#include "qualm/state.h"
#include "system/system_calls.h"
#include "top_options.h"

namespace qualm::cli {
namespace {

struct MergeArguments {
  std::vector<std::string> parts;
  OutputArguments output;
  PlotArguments plot;
  TopArguments top;
  unsigned threads = 0;
  bool allow_missing = false;
};

constexpr const char* merge_examples =
    R"(qualm reject shard-17.npy --labels labels-17.npy --partial part-17.qs --shard 17/64
qualm merge part-*.qs
qualm merge part-*.qs --format json -o reject.json --plot curves.svg
qualm merge part-*.qs --allow-missing)";

MergedState read_parts(const MergeArguments& arguments) {
  std::vector<StatePart> parts;
  for (const std::string& path : arguments.parts) parts.push_back(part_in_file(path));
  MergedState merged(std::move(parts), arguments.allow_missing);
  merged.threads = arguments.threads;
  for (const std::string& note : merged.notes()) arguments.output.note(note);
  return merged;
}

void write_measures(const MergeArguments& arguments, const MergedState& merged) {
  const OutputArguments& output = arguments.output;
  if (!arguments.plot.path.empty()) {
    throw_usage("--plot: qualm measure has no plot: leave it out");
  }
  const report::Format format = output.chosen_format();
  const report::TableStyle style = arguments.top.style(output, format);
  const std::unique_ptr<io::Sink> sink = open_output(output, arguments.parts);
  const auto writer = report::make_measure_writer(format, *sink, *merged.info(), style);
  writer->begin();
  merged.measure([&](const MeasuredBlock& block) { writer->block(block); });
  writer->end();
  sink->finish();
}

/// `compute` does the work; the others are those of qualm/report.h.
template <class Compute, class Write, class Figure>
void write_result(MergeArguments& arguments, const MergedState& merged,
                  std::span<const report::Format> formats, const Compute& compute, Write write,
                  Figure full, Figure compact) {
  OutputArguments& output = arguments.output;
  output.formats = formats;
  const report::Format format = output.chosen_format();
  const report::TableStyle style = arguments.top.style(output, format);
  check_plot(arguments.plot, output, arguments.parts);
  const std::unique_ptr<io::Sink> sink = open_output(output, arguments.parts);
  ProgressBar bar(!output.quiet, standard_error());
  const auto result = compute(bar.progress());
  bar.wipe();
  write_and_draw(
      [&] {
        write(format, *sink, result, merged.info(), style);
        sink->finish();
      },
      [&] {
        draw_plot(arguments.plot, output,
                  {[&] { return full(result); }, [&] { return compact(result); }});
      });
}

int run_merge(MergeArguments& arguments) {
  set_column_memory(sys::available_memory() / 2);  // what is beyond lies in temporary files
  MergedState merged = read_parts(arguments);
  if (merged.command() == "measure") {
    write_measures(arguments, merged);
  } else if (merged.command() == "reject") {
    write_result(
        arguments, merged, report::reject_formats(),
        [&](const Progress& progress) { return merged.reject(progress); }, report::write_reject,
        report::reject_figure, report::reject_curves_figure);
  } else {
    write_result(
        arguments, merged, report::ood_formats(),
        [&](const Progress& progress) { return merged.ood(progress); }, report::write_ood,
        report::ood_figure, report::ood_roc_figure);
  }
  return 0;
}

}  // namespace

Run setup_merge(CommandBuilder& command) {
  auto arguments = std::make_shared<MergeArguments>();
  command.details(
      "Merges the state files that measure, reject or ood wrote with --partial, one per shard of "
      "the rows. The output has the same bytes as that of one process for all rows; the order of "
      "the files does not matter.");
  command.examples(merge_examples);
  command.argument("PART", "FILE", "state files written with --partial, one per shard",
                   arguments->parts, Presence::required);
  OptionGroup shards(command, "Shards");
  shards.flag("--allow-missing",
              "merge the shards that are given and report which share of all shards they are",
              arguments->allow_missing);
  add_output_options(command, arguments->output);
  add_plot_option(command, arguments->plot);
  add_top_options(command, arguments->top);
  add_threads_option(command, arguments->threads);
  return [arguments] { return run_merge(*arguments); };
}

}  // namespace qualm::cli
