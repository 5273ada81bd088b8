// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace qualm::server {

/// The connections that have not shown the token. Each is cut off after a deadline, and the oldest
/// one when there are too many: they never take the place of somebody who has the token.
class Strangers {
 public:
  using Clock = std::chrono::steady_clock;
  struct Limits {
    std::size_t most;
    Clock::duration deadline;
  };
  using Cut = std::function<void(int descriptor)>;

  /// `cut` ends what is sent and received; it does not close the descriptor.
  Strangers(Limits limits, Cut cut) : limits_(limits), cut_(std::move(cut)) {}

  void connected(int descriptor, Clock::time_point now = Clock::now());
  /// Whoever shows the token is no stranger any more.
  void showed_token(int descriptor);
  /// To be called before the descriptor is closed, so that its number means nobody else.
  void disconnected(int descriptor);
  /// Cuts off those whose deadline has passed.
  void cut_late(Clock::time_point now = Clock::now());

 private:
  std::mutex mutex_;
  const Limits limits_;
  const Cut cut_;
  std::map<int, Clock::time_point> since_;  // by descriptor
};

/// Calls a function once per second until it goes out of scope.
class EverySecond {
 public:
  explicit EverySecond(std::function<void()> call);
  ~EverySecond();
  EverySecond(const EverySecond&) = delete;
  EverySecond& operator=(const EverySecond&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace qualm::server
