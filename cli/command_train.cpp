// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "process_group.h"
#include "qualm/error.h"
#include "run_torch.h"
#include "train_options.h"
#include "train_together.h"

namespace qualm::cli {
namespace {

constexpr const char* train_examples =
    R"(qualm train fashion-mnist --out ensemble         # as the paper trains on it
qualm train fashion-mnist --model cnn --members 5 --epochs 20 --out ensemble
qualm train cifar-10 --runs 5 --out cifar        # five independent ensembles
qualm train mnist --method mc-dropout --members 1 --out dropout
qualm train features.npz --hidden 128,64 --out mlp)";

int run_train(const training::TrainJob& job) {
  if (job.out.empty()) throw_usage("--out is missing: name the folder for the ensemble");
  if (Group& group = process_group(); !group.is_alone()) return train_together(job, group);
  become_torch("train", training::to_json(job));
}

}  // namespace

Run setup_train(CommandBuilder& command) {
  auto job = std::make_shared<training::TrainJob>();
  command.examples(train_examples);
  command.details(
      "If it is interrupted or killed, the same command resumes from the last complete epoch, with "
      "the same result as an uninterrupted training.");
  add_train_options(command, *job);
  return [job] { return run_train(*job); };
}

}  // namespace qualm::cli
