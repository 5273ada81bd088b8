// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "qualm/analysis.h"
#include "terminal.h"

namespace qualm::cli {

/// One line on standard error: percent and time left. Drawn at most ten times a second, not at all
/// for work that is over soon; wiped when it goes away. Of several processes the first one has it;
/// as mpirun keeps terminals to itself, it says a line every ten seconds instead.
class ProgressBar {
 public:
  ProgressBar(bool enabled, const Terminal& terminal);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// May be called by any thread. `detail` stands behind the time left, where there is room. What
  /// was done at the first call was done before us: it says nothing about how fast we are.
  void update(std::uint64_t done, std::uint64_t total, std::string_view detail = {});
  void wipe();

  /// What a library function wants: reports here, stops when the user has interrupted.
  [[nodiscard]] Progress progress();

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_, in_lines_;
  std::size_t width_;
  std::mutex mutex_;
  Clock::time_point start_, next_;
  std::optional<std::uint64_t> done_before_;
  bool drawn_ = false;
};

/// "[#####.....]  50%  12 s left  detail", as wide as fits in `width` columns; the time left only
/// if it is finite.
[[nodiscard]] std::string progress_text(std::uint64_t done, std::uint64_t total,
                                        double seconds_left, std::size_t width,
                                        std::string_view detail = {});

/// "12 s", "3 min 05 s" or "2 h 10 min".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace qualm::cli
