// SPDX-License-Identifier: Apache-2.0
#include "training/torch/device.h"

#include <sys/wait.h>
#include <torch/torch.h>
#include <unistd.h>

#include "qualm/error.h"

namespace qualm::training {
namespace {

bool offers_cuda() {
  if (!at::hasCUDA()) return false;
  // Asking initialises CUDA, which a forked process cannot use then: another process asks.
  const pid_t process = ::fork();
  if (process == 0) ::_exit(torch::cuda::is_available() ? 0 : 1);
  int status = 1;
  return process > 0 && ::waitpid(process, &status, 0) == process && status == 0;
}

}  // namespace

std::string resolve_device(const std::string& name) {
  if (name == "cpu") return name;
  if (offers_cuda()) return "cuda";
  if (name == "cuda") {
    throw_usage(argument("device", name) + ": LibTorch finds no CUDA device: use cpu or auto");
  }
  return "cpu";
}

}  // namespace qualm::training
