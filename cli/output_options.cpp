// SPDX-License-Identifier: Apache-2.0
#include "output_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "add_options.h"
#include "process_group.h"
#include "qualm/error.h"
#include "shared_progress.h"

namespace qualm::cli {

void check_ending(const std::string& path, const std::vector<std::string_view>& endings,
                  std::string_view else_remedy) {
  const std::string ending = std::filesystem::path(path).extension().string();
  const bool is_known = std::any_of(endings.begin(), endings.end(),
                                    [&](std::string_view each) { return path.ends_with(each); });
  if (ending.empty() || is_known) return;
  throw_usage(fmt::format("-o {}: no format of this command has the extension {}: choose from {}{}",
                          path, ending, fmt::join(endings, ", "), else_remedy));
}

report::Format OutputArguments::chosen_format() const {
  if (!format && !to_stdout()) {
    std::vector<std::string> endings;
    for (const report::FormatInfo& info : report::formats()) {
      if (!has(info.format)) continue;
      endings.emplace_back(info.ending);
      if (info.packs) endings.push_back(endings.back() + ".gz");
    }
    check_ending(path, {endings.begin(), endings.end()}, ", or add --format");
  }
  const report::Format chosen =
      format ? *format : report::format_of_path(path).value_or(report::Format::table);
  if (!formats.empty()) report::check_format(chosen, formats);
  return chosen;
}

bool OutputArguments::has(report::Format one) const {
  return formats.empty() || std::find(formats.begin(), formats.end(), one) != formats.end();
}

void OutputArguments::note(std::string_view message) const {
  if (!quiet && process_group().is_first()) print_note(message);
}

void add_output_options(CommandBuilder& command, OutputArguments& arguments) {
  OptionGroup group(command, "Output");
  std::vector<std::string_view> names;
  for (const report::FormatInfo& info : report::formats()) {
    if (arguments.has(info.format)) names.push_back(info.name);
  }
  group.value("--format", fmt::format("{}", fmt::join(names, "|")),
              "output format. Default: from the extension of FILE, else table",
              [&](const std::string& text) { arguments.format = report::parse_format(text); });
  group.text("-o,--output", "FILE", "output file, written atomically. Default: standard output",
             arguments.path);
  add_talk_options(command, arguments);
}

void add_talk_options(CommandBuilder& command, OutputArguments& arguments) {
  OptionGroup group(command, "Output");
  group.flag("--quiet", "do not print notes and the progress bar to standard error",
             arguments.quiet);
  group.value("--color", "auto|always|never",
              "use color. Default: auto, on a terminal unless NO_COLOR is set",
              [&](const std::string& text) { arguments.color = parse_color(text); });
}

void add_threads_option(CommandBuilder& command, unsigned& threads) {
  OptionGroup(command, "Computing")
      .value("--threads", "N",
             "number of threads; the results do not depend on it. Default: OMP_NUM_THREADS, else "
             "all cores",
             [&](const std::string& text) {
               threads = static_cast<unsigned>(parse_whole("--threads", text, 1, 1024));
             });
}

void add_compute_options(CommandBuilder& command, ComputeArguments& arguments) {
  add_threads_option(command, arguments.threads);
  OptionGroup group(command, "Computing");
  group.value("--seed", "N", "random seed of samples and bootstrap replicates. Default: 0",
              [&](const std::string& text) {
                arguments.seed =
                    parse_whole("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
              });
}

std::unique_ptr<io::Sink> open_output(const OutputArguments& arguments,
                                      const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw_usage("'-' (standard input) can be read only once");
  }
  Group& group = process_group();
  if (!group.is_alone() && std::count(inputs.begin(), inputs.end(), "-") > 0) {
    throw_usage("only one of several processes can read '-' (standard input): name a file");
  }
  if (!arguments.to_stdout()) {
    for (const std::string& input : inputs) {
      if (input != "-" && io::is_same_file(input, arguments.path)) {
        throw_usage(fmt::format("the output {} is the input {}: choose another name",
                                arguments.path, input));
      }
    }
    const bool is_packed = report::asks_for_gzip(arguments.path);
    if (is_packed && !group.is_alone()) {
      throw_usage(fmt::format("-o {}: several processes cannot write a gzip file: leave .gz out",
                              arguments.path));
    }
    if (!group.is_alone()) return io::open_together(arguments.path, group);
    auto sink = io::open_atomic_file(arguments.path);
    return is_packed ? io::pack_gzip(std::move(sink)) : std::move(sink);
  }
  const report::FormatInfo& info = report::format_info(arguments.chosen_format());
  if (info.binary && standard_output().is_terminal) {
    throw_usage(
        fmt::format("{} cannot be shown in a terminal: add -o FILE{} or redirect the output",
                    info.name, info.ending));
  }
  return group.is_alone() ? io::open_stdout() : io::open_together("", group);
}

Listener listen(ProgressBar& bar, const OutputArguments& arguments) {
  return {shared_progress(bar, process_group()), [&](const std::string& note) {
            bar.wipe();
            arguments.note(note);
          }};
}

report::TableStyle table_style(const OutputArguments& arguments) {
  report::TableStyle style;
  if (!arguments.to_stdout()) {
    style.color = arguments.color == Color::always;
    return style;
  }
  const Terminal terminal = standard_output(arguments.color);
  style.width = terminal.width;
  style.color = terminal.color;
  return style;
}

}  // namespace qualm::cli
