// SPDX-License-Identifier: Apache-2.0
#include "training/output_path.h"

#include <fmt/format.h>

#include <filesystem>

#include "qualm/error.h"

namespace qualm::training {
namespace {

constexpr std::string_view run_mark = "{r}", data_mark = "{data}";

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void replace_all(std::string& text, std::string_view mark, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
    text.replace(at, mark.size(), value);
  }
}

}  // namespace

void check_output(const PredictJob& job, std::size_t n_runs) {
  if (n_runs > 1 && !contains(job.out, run_mark)) {
    throw_usage(
        fmt::format("{}: there are {} runs: put {} where the run's number goes, such as "
                    "predictions.run{}.npz, or choose one with {}",
                    argument("output", job.out), n_runs, run_mark, run_mark, argument("run")));
  }
  if (job.datasets.size() > 1 && !contains(job.out, data_mark)) {
    throw_usage(fmt::format("{}: there are {} data sets: put {} where the data set's name goes",
                            argument("output", job.out), job.datasets.size(), data_mark));
  }
  if (job.datasets.size() > 1 && !job.labels.empty()) {
    throw_usage(
        fmt::format("{}: there are {} data sets: predict the one that these labels are of by "
                    "itself",
                    argument("labels", job.labels), job.datasets.size()));
  }
}

std::string output_path(const PredictJob& job, const std::string& dataset, std::size_t run) {
  std::string path = job.out;
  replace_all(path, run_mark, std::to_string(run));
  replace_all(path, data_mark, std::filesystem::path(dataset).stem().string());
  return path;
}

}  // namespace qualm::training
