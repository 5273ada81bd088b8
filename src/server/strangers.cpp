// SPDX-License-Identifier: Apache-2.0
#include "server/strangers.h"

#include <algorithm>

namespace qualm::server {

void Strangers::connected(int descriptor, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  since_[descriptor] = now;
  if (since_.size() <= limits_.most) return;
  const auto oldest =
      std::min_element(since_.begin(), since_.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  cut_(oldest->first);
  since_.erase(oldest);
}

void Strangers::showed_token(int descriptor) {
  const std::lock_guard lock(mutex_);
  since_.erase(descriptor);
}

void Strangers::disconnected(int descriptor) {
  showed_token(descriptor);
}

void Strangers::cut_late(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(since_, [&](const auto& each) {
    const bool is_late = now - each.second >= limits_.deadline;
    if (is_late) cut_(each.first);
    return is_late;
  });
}

EverySecond::EverySecond(std::function<void()> call)
    : thread_([this, call = std::move(call)] {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; })) call();
      }) {}

EverySecond::~EverySecond() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

}  // namespace qualm::server
