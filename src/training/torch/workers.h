// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/file_descriptor.h"

namespace qualm::training {

/// Processes side by side, each doing one task: LibTorch's state (generator, threads) is its own,
/// what was loaded before is shared. They end with us, even if we are killed.
class Workers {
 public:
  Workers();
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// In a new process: runs `task`, which may use the calls for workers below; its result (0 to 99)
  /// goes to `finished` of wait(). What it throws is thrown by wait().
  void start(std::size_t id, const std::function<int()>& task);
  [[nodiscard]] std::size_t n_running() const noexcept { return running_.size(); }

  /// Waits up to `milliseconds` for something to happen and hands it on.
  struct Events {
    std::function<void(const std::string& line)> report;
    std::function<void(std::size_t id, int result)> finished;
  };
  void wait(int milliseconds, const Events& events);

  void stop() noexcept { shared_->stopped = true; }
  [[nodiscard]] std::uint64_t counted() const noexcept { return shared_->counted; }

  // For workers.
  [[nodiscard]] bool is_stopped() const noexcept { return shared_->stopped; }
  void count(std::uint64_t n) noexcept { shared_->counted += n; }
  void report(const std::string& line) const;

 private:
  struct Shared {
    std::atomic<bool> stopped = false;
    std::atomic<std::uint64_t> counted = 0;
  };
  struct Worker {
    std::size_t id;
    std::string error;
    int error_kind = 0;
  };
  [[noreturn]] void work(const std::function<int()>& task);
  void read_messages(const Events& events);
  void take_message(const std::string& message, const Events& events);
  void reap(const Events& events);

  Shared* shared_;
  io::FileDescriptor read_end_, write_end_;
  std::string pending_;
  std::map<pid_t, Worker> running_;
};

}  // namespace qualm::training
