// SPDX-License-Identifier: Apache-2.0
#include "output_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "add_options.h"
#include "qualm/error.h"

namespace qualm::cli {

report::Format OutputArguments::chosen_format() const {
  const report::Format chosen =
      format ? *format : report::format_of_path(path).value_or(report::Format::table);
  if (!formats.empty()) report::check_format(chosen, formats);
  return chosen;
}

void OutputArguments::note(std::string_view message) const {
  if (!quiet) print_note(message);
}

void add_output_options(CommandBuilder& command, OutputArguments& arguments) {
  OptionGroup group(command, "Output");
  std::vector<std::string_view> names;
  for (const report::FormatInfo& info : report::formats()) {
    const auto& some = arguments.formats;
    if (some.empty() || std::find(some.begin(), some.end(), info.format) != some.end()) {
      names.push_back(info.name);
    }
  }
  group.value("--format", fmt::format("{}", fmt::join(names, "|")),
              "by default what the ending of FILE says, else table",
              [&](const std::string& text) { arguments.format = report::parse_format(text); });
  group.text("-o,--output", "FILE",
             "where results go, whole or not at all; by default standard output", arguments.path);
  group.flag("--quiet", "no notes and no progress bar on standard error", arguments.quiet);
  group.value("--color", "auto|always|never", "auto: on a terminal, unless NO_COLOR is set",
              [&](const std::string& text) { arguments.color = parse_color(text); });
}

void add_compute_options(CommandBuilder& command, ComputeArguments& arguments) {
  OptionGroup group(command, "Computing");
  group.value("--threads", "N", "by default all cores; the results are the same",
              [&](const std::string& text) {
                arguments.threads = static_cast<unsigned>(parse_whole("--threads", text, 1, 1024));
              });
  group.value("--seed", "N", "for whatever is random, 0 by default", [&](const std::string& text) {
    arguments.seed = parse_whole("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
  });
}

std::unique_ptr<io::Sink> open_output(const OutputArguments& arguments,
                                      const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw_usage("'-' (standard input) can be read only once");
  }
  if (!arguments.to_stdout()) {
    for (const std::string& input : inputs) {
      if (input != "-" && io::is_same_file(input, arguments.path)) {
        throw_usage(fmt::format("the output {} is the input {}: choose another name",
                                arguments.path, input));
      }
    }
    return io::open_atomic_file(arguments.path);
  }
  const report::FormatInfo& info = report::format_info(arguments.chosen_format());
  if (info.binary && standard_output().is_terminal) {
    throw_usage(fmt::format("{} is not for a terminal: add -o FILE{} or redirect the output",
                            info.name, info.ending));
  }
  return io::open_stdout();
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
