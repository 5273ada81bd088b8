// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "add_options.h"
#include "output_options.h"
#include "qualm/plot.h"

namespace qualm::cli {

/// Where a plot goes: a file, or "-" for the terminal. Empty: none is wanted.
struct PlotArguments {
  std::string path;

  [[nodiscard]] bool in_terminal() const { return path == "-"; }
};
void add_plot_option(CommandBuilder& command, PlotArguments& arguments);

/// Before the work: throws usage or system if the plot could not be written, would overwrite one of
/// the `inputs` or the output, or would stand among data on standard output.
void check_plot(const PlotArguments& arguments, const OutputArguments& output,
                const std::vector<std::string>& inputs);

/// A figure for a file, and a compact one for the terminal.
struct Plots {
  std::function<plot::Figure()> full, compact;
};
/// Calls write(), which writes the results, then draw(). If the reader of standard output has
/// closed it, as head does, it draws all the same and throws what write() threw.
void write_and_draw(const std::function<void()>& write, const std::function<void()>& draw);
/// Draws what was asked for, if anything.
void draw_plot(const PlotArguments& arguments, const OutputArguments& output, const Plots& plots);

}  // namespace qualm::cli
