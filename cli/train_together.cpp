// SPDX-License-Identifier: Apache-2.0
#include "train_together.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "exit_codes.h"
#include "run_torch.h"
#include "terminal.h"
#include "training/ensemble_folder.h"

namespace qualm::cli {
namespace {

/// Runs qualm-torch for the members of this process, or only to prepare the folder.
int train_members(training::TrainJob job, const Group& group, bool only_prepare) {
  job.resources.part = group.rank();
  job.resources.parts = group.size();
  job.resources.only_prepare = only_prepare;
  const int code = wait_for_torch("train", training::to_json(job));
  return code < 0 ? exit_code(ErrorKind::system) : code;
}

std::size_t count_members(const training::TrainJob& job) {
  const training::EnsembleFolder folder(job.out);
  std::size_t n = 0;
  for (std::size_t run = 0; run < job.runs; ++run) {
    for (std::size_t member = 0; member < job.members; ++member) {
      if (std::filesystem::exists(folder.member_path(run, member))) ++n;
    }
  }
  return n;
}

}  // namespace

int train_together(const training::TrainJob& job, Group& group) {
  std::optional<io::FileDescriptor> lock;
  int code = 0;
  agree(group, [&] {
    if (!group.is_first()) return;
    lock = training::EnsembleFolder(job.out).lock();
    code = train_members(job, group, true);
  });
  // qualm-torch has said why it failed.
  code = static_cast<int>(group.sum(static_cast<std::uint64_t>(code)));
  if (code != 0) return code;
  agree(group, [&] { code = train_members(job, group, false); });
  for (const auto& of_rank : group.all({static_cast<std::uint64_t>(code)})) {
    code = std::max(code, static_cast<int>(of_rank[0]));
  }
  if (group.is_first() && !job.resources.quiet) {
    const std::size_t n_trained = count_members(job), n = job.runs * job.members;
    print_note(
        fmt::format("{} member{} in {}{}", n_trained, n_trained == 1 ? " is" : "s are", job.out,
                    n_trained == n ? std::string() : fmt::format(", {} are not", n - n_trained)));
  }
  return code;
}

}  // namespace qualm::cli
