// SPDX-License-Identifier: Apache-2.0
#include "qualm/training/jobs.h"

#include "qualm/error.h"
#include "training/json.h"

namespace qualm::training {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrainJob, dataset, data_dir, labels, rows, out, start_from,
                                   recipe, model, optimizer, method, stem, hidden, members, runs,
                                   epochs, batch_size, rate, momentum, weight_decay, dropout,
                                   rate_steps, shuffle, augment, seed, limit, threads,
                                   evaluate_every, resources)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PredictJob, ensemble, models, datasets, data_dir, labels, split,
                                   out, limit, run, batch_size, dropout_samples, trust_model,
                                   outputs, normalization, mean, deviation, resize, raw_pixels,
                                   compact, seed, resources)

namespace {

template <typename Job>
Job parse(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<Job>();
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::internal, std::string("the job cannot be read: ") + error.what());
  }
}

}  // namespace

std::string to_json(const TrainJob& job) {
  return nlohmann::json(job).dump();
}

std::string to_json(const PredictJob& job) {
  return nlohmann::json(job).dump();
}

TrainJob train_job_from_json(const std::string& text) {
  return parse<TrainJob>(text);
}

PredictJob predict_job_from_json(const std::string& text) {
  return parse<PredictJob>(text);
}

}  // namespace qualm::training
