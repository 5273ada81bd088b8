// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "qualm/page.h"

namespace qualm::server {

/// The page that is shown, once it is computed.
class ShownPage {
 public:
  void set(const page::Page& page) noexcept;
  void report(std::uint64_t done, std::uint64_t total) noexcept;
  /// Waits a little; null if it is not there even then.
  [[nodiscard]] const page::Page* wait(std::chrono::milliseconds longest);
  /// Of the work that is done.
  [[nodiscard]] unsigned percent();

 private:
  std::mutex mutex_;
  std::condition_variable is_there_;
  const page::Page* page_ = nullptr;
  unsigned percent_ = 0;
};

}  // namespace qualm::server
