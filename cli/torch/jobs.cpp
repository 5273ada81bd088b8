// SPDX-License-Identifier: Apache-2.0
#include "jobs.h"

#include <string_view>

#include "qualm/error.h"

namespace qualm::cli {
namespace {

struct Row {
  std::string_view command;
  int (*run)(const std::string& job);
};
constexpr Row all_jobs[] = {{"train", run_train}, {"predict", run_predict}};

}  // namespace

int run_torch_job(const std::string& command, const std::string& job) {
  for (const Row& row : all_jobs) {
    if (row.command == command) return row.run(job);
  }
  throw_usage("qualm-torch has no command '" + command + "'");
}

}  // namespace qualm::cli
