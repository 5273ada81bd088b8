// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "qualm/analysis.h"
#include "terminal.h"

namespace qualm::cli {

/// One line on standard error: percent and time left. Drawn at most ten times a second, not at all
/// for work that is over soon; wiped when it goes away.
class ProgressBar {
 public:
  ProgressBar(bool enabled, const Terminal& terminal);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// May be called by any thread.
  void update(std::uint64_t done, std::uint64_t total);
  void wipe();

  /// What a library function wants: reports here, stops when the user has interrupted.
  [[nodiscard]] Progress progress();

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  std::size_t width_;
  std::mutex mutex_;
  Clock::time_point start_, next_;
  bool drawn_ = false;
};

/// "[#####.....]  50 %  12 s left", as wide as fits in `width` columns.
[[nodiscard]] std::string progress_text(std::uint64_t done, std::uint64_t total,
                                        double seconds_so_far, std::size_t width);

}  // namespace qualm::cli
