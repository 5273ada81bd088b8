// SPDX-License-Identifier: Apache-2.0
#include "partial_options.h"

#include <memory>

#include "io/no_numbers.h"
#include "process_group.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

/// Whether the predictions themselves are what is empty, not the labels of some rows.
bool has_no_numbers(const std::string& path, const std::string& key) {
  if (path == "-") return true;  // it was read, and said so
  try {
    static_cast<void>(io::open_array(path, {key, "key", "predictions", true}));
  } catch (const io::NoNumbers&) {
    return true;
  }
  return false;
}

}  // namespace

void add_partial_options(CommandBuilder& command, PartialArguments& arguments) {
  OptionGroup group(command, "Shards");
  group.text("--partial", "FILE",
             "treat the rows as one shard of a larger data set: write a state file for qualm merge "
             "instead of a result",
             arguments.path);
  group.text("--shard", "I/R",
             "with --partial: shard number I of R, counted from 1. Default: shards are ordered by "
             "the names of their inputs, and a missing shard is not detected",
             arguments.shard);
}

void check_partial(const PartialArguments& arguments, const OutputArguments& output,
                   const std::string& plot) {
  if (!arguments.is_given()) {
    if (!arguments.shard.empty()) throw_usage("--shard is for --partial: add --partial FILE");
    return;
  }
  if (!process_group().is_alone()) {
    throw_usage("--partial is for one process per shard: leave out mpirun, or leave out --partial");
  }
  if (!arguments.shard.empty()) static_cast<void>(Shard::parse(arguments.shard));
  const char* const option = !output.path.empty() ? "-o" : output.format ? "--format" : "--plot";
  if (!output.path.empty() || output.format || !plot.empty()) {
    throw_usage(std::string(option) +
                " is for results, and --partial writes none: give it to qualm merge");
  }
}

void write_partial(const PartialArguments& arguments, const std::vector<std::string>& inputs,
                   const std::string& key, State state, const std::function<void(State&)>& fill) {
  OutputArguments file;
  file.path = arguments.path;
  const std::unique_ptr<io::Sink> sink = open_output(file, inputs);
  if (!arguments.shard.empty()) state.shard = Shard::parse(arguments.shard);
  state.shard.source = inputs.front();
  try {
    fill(state);
  } catch (const io::NoNumbers&) {
    if (!has_no_numbers(inputs.front(), key)) throw;
  }
  sink->write(to_bytes(state));
  sink->finish();
}

}  // namespace qualm::cli
