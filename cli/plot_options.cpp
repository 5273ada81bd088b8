// SPDX-License-Identifier: Apache-2.0
#include "plot_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "add_options.h"
#include "qualm/error.h"

namespace qualm::cli {

void add_plot_option(CommandBuilder& command, PlotArguments& arguments) {
  OptionGroup(command, "Output")
      .text("--plot", "FILE.svg|FILE.png|FILE.pdf|-", "also save a plot; - draws in the terminal",
            arguments.path);
}

void check_plot(const PlotArguments& arguments, const OutputArguments& output,
                const std::vector<std::string>& inputs) {
  if (arguments.path.empty()) return;
  if (arguments.in_terminal()) {
    const report::Format format = output.chosen_format();
    if (output.to_stdout() && format != report::Format::table) {
      throw_usage(fmt::format("--plot - and the {} both go to standard output: add -o FILE",
                              report::format_info(format).name));
    }
    return;
  }
  plot::check_plot_path(arguments.path);
  static_cast<void>(io::open_atomic_file(arguments.path));  // can it be written?
  for (const std::string& input : inputs) {
    if (input != "-" && io::is_same_file(input, arguments.path)) {
      throw_usage(
          fmt::format("the plot {} is the input {}: choose another name", arguments.path, input));
    }
  }
  if (!output.to_stdout() &&
      (output.path == arguments.path || io::is_same_file(output.path, arguments.path))) {
    throw_usage(fmt::format("the plot {} is the output: choose another name", arguments.path));
  }
}

void write_and_draw(const std::function<void()>& write, const std::function<void()>& draw) {
  try {
    write();
  } catch (const Error& error) {
    const bool is_closed_pipe = error.kind() == ErrorKind::interrupted && error.message().empty();
    if (is_closed_pipe) draw();
    throw;
  }
  draw();
}

void draw_plot(const PlotArguments& arguments, const OutputArguments& output, const Plots& plots) {
  if (arguments.path.empty()) return;
  if (!arguments.in_terminal()) {
    plot::save_figure(plots.full(), arguments.path);
    return;
  }
  const Terminal terminal = standard_output(output.color);
  plot::TextOptions options;
  options.color = terminal.color;
  if (terminal.is_terminal) {
    options.width = std::max<std::size_t>(terminal.width, 20);
    // Titles, ticks and legend stand around the axes.
    constexpr std::size_t around = 8;
    options.height = std::clamp<std::size_t>(terminal.height, around + 6, around + 24) - around;
  }
  const auto sink = io::open_stdout();
  if (output.to_stdout()) sink->write("\n");
  sink->write(plot::render_text(plots.compact(), options));
  sink->finish();
}

}  // namespace qualm::cli
