// SPDX-License-Identifier: Apache-2.0
#include "interruption.h"

#include <atomic>
#include <csignal>

namespace qualm::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void raise_flag(int /*signal*/) {
  interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

void catch_interruptions() noexcept {
  struct sigaction action {};
  action.sa_handler = raise_flag;
  // No SA_RESTART: a read that waits for input must return and see the flag.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction before {};
    // What the caller ignores (nohup) stays ignored.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  // A reader that went away, or a limit on the size of files, is an error of the write.
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaction(signal, &ignore, nullptr);
}

bool is_interrupted() noexcept {
  return interrupted.load(std::memory_order_relaxed);
}

}  // namespace qualm::cli
