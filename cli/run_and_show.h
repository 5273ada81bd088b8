// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output_options.h"
#include "plot_options.h"
#include "process_group.h"
#include "progress_bar.h"
#include "qualm/report.h"

namespace qualm::cli {

/// Runs a job, in the group if there is one, writes its result to `sink` and draws the plot that
/// was asked for.
template <class Job, class Write, class Figure>
void run_and_show(const Job& job, report::Format format, const PlotArguments& plot,
                  const OutputArguments& output, io::Sink& sink, Write write, Figure full,
                  Figure compact) {
  ProgressBar bar(!output.quiet, standard_error());
  Group& group = process_group();
  const Listener listener = listen(bar, output);
  const auto outcome = group.is_alone() ? run(job, listener) : run_together(job, listener);
  bar.wipe();
  const auto write_result = [&] {
    if (group.is_first()) {
      write(format, sink, outcome.result, report::measure_info(outcome.measured),
            table_style(output));
    }
    sink.finish();
  };
  write_and_draw(write_result, [&] {
    agree(group, [&] {
      if (!group.is_first()) return;
      draw_plot(plot, output,
                {[&] { return full(outcome.result); }, [&] { return compact(outcome.result); }});
    });
  });
}

}  // namespace qualm::cli
