// SPDX-License-Identifier: Apache-2.0
#include "training/torch/predict.h"

#include "../interruption.h"
#include "../progress_bar.h"
#include "../terminal.h"
#include "jobs.h"

namespace qualm::cli {

int run_predict(const std::string& text) {
  const training::PredictJob job = training::predict_job_from_json(text);
  ProgressBar bar(!job.resources.quiet, standard_error());
  training::PredictEvents events;
  events.cancelled = [] { return is_interrupted(); };
  events.progress = [&](std::uint64_t done, std::uint64_t total) { bar.update(done, total); };
  events.note = [&](const std::string& note) {
    bar.wipe();
    if (!job.resources.quiet) print_note(note);
  };
  training::predict(job, events);
  return 0;
}

}  // namespace qualm::cli
