// SPDX-License-Identifier: Apache-2.0
#include "training/torch/train.h"

#include <fmt/format.h>

#include "../interruption.h"
#include "../progress_bar.h"
#include "../standard_streams.h"
#include "../terminal.h"
#include "jobs.h"
#include "system/system_calls.h"

namespace qualm::cli {
namespace {

std::string epoch_text(const training::EpochLine& line, std::size_t epochs,
                       const training::TrainProgress& progress) {
  std::string text =
      fmt::format("run {} member {} epoch {}/{}: loss {:.4f}, accuracy {:.4f}", line.run,
                  line.member, line.epoch + 1, epochs, line.loss, line.accuracy);
  if (line.test_accuracy) text += fmt::format(", on the test split {:.4f}", *line.test_accuracy);
  if (progress.images_per_second > 0) {
    const auto left = static_cast<double>(progress.total - progress.done);
    text += fmt::format(", {:.0f} images/s, {} left", progress.images_per_second,
                        time_text(left / progress.images_per_second));
  }
  return text;
}

}  // namespace

int run_train(const std::string& text) {
  const training::TrainJob job = training::train_job_from_json(text);
  if (job.resources.parts > 1) sys::die_with_parent();
  const bool quiet = job.resources.quiet;
  const Terminal terminal = standard_error();
  ProgressBar bar(!quiet, terminal);
  std::string last_epoch;

  training::TrainEvents events;
  events.cancelled = [] { return is_interrupted(); };
  events.note = [&](const std::string& note) {
    bar.wipe();
    if (!quiet) print_note(note);
  };
  events.epoch = [&](const training::EpochLine& line, std::size_t epochs,
                     const training::TrainProgress& progress) {
    last_epoch = fmt::format("member {} epoch {}/{} {:.4f}", line.member, line.epoch + 1, epochs,
                             line.accuracy);
    // On a terminal the bar shows the epochs; the result of each member stays on the screen.
    if (quiet || (terminal.is_terminal && line.epoch + 1 < epochs)) return;
    bar.wipe();
    say(epoch_text(line, epochs, progress) + "\n");
  };
  events.progress = [&](const training::TrainProgress& progress) {
    bar.update(progress.done, progress.total,
               fmt::format("{:.0f} images/s  {}", progress.images_per_second, last_epoch));
  };
  const training::TrainResult result = training::train_ensemble(job, events);
  bar.wipe();
  if (!quiet && job.resources.parts == 1) {
    print_note(fmt::format(
        "{} member{} in {}{}", result.n_trained, result.n_trained == 1 ? " is" : "s are", job.out,
        result.n_diverged == 0 ? std::string() : fmt::format(", {} diverged", result.n_diverged)));
  }
  return result.n_diverged == 0 ? 0 : 1;
}

}  // namespace qualm::cli
