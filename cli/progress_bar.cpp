// SPDX-License-Identifier: Apache-2.0
#include "progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "interruption.h"
#include "process_group.h"
#include "standard_streams.h"

namespace qualm::cli {
namespace {

constexpr std::chrono::milliseconds patience{500}, redraw_interval{100};
constexpr std::chrono::seconds line_interval{10};

}  // namespace

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::min(seconds, 1e6)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string progress_text(std::uint64_t done, std::uint64_t total, double seconds_left,
                          std::size_t width, std::string_view detail) {
  const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
  std::string text = fmt::format("{:3.0f}%", std::floor(100 * share));
  if (std::isfinite(seconds_left)) text += fmt::format("  {} left", time_text(seconds_left));
  if (!detail.empty() && text.size() + detail.size() + 17 <= width) {
    text += fmt::format("  {}", detail);
  }
  const std::size_t around = text.size() + 5;
  if (width < around + 10) return text.substr(0, width);
  const std::size_t length = std::min<std::size_t>(width - around, 40);
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(length));
  return fmt::format("[{}{}]  {}", std::string(filled, '#'), std::string(length - filled, '.'),
                     text);
}

ProgressBar::ProgressBar(bool enabled, const Terminal& terminal)
    : enabled_(enabled && terminal.is_terminal && process_group().is_first()),
      in_lines_(enabled && !enabled_ && !process_group().is_alone() && process_group().is_first()),
      width_(terminal.width),
      start_(Clock::now()),
      next_(start_ + (in_lines_ ? line_interval : patience)) {}

ProgressBar::~ProgressBar() {
  wipe();
}

void ProgressBar::update(std::uint64_t done, std::uint64_t total, std::string_view detail) {
  if (!enabled_ && !in_lines_) return;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (done == 0) start_ = now;  // of the next part of the work
  if (!done_before_ || done == 0) done_before_ = done;
  if (now < next_) return;
  next_ = now + (in_lines_ ? Clock::duration(line_interval) : redraw_interval);
  const std::chrono::duration<double> so_far = now - start_;
  // Threads may report out of order: then nothing is known yet.
  const double ours = done > *done_before_ ? static_cast<double>(done - *done_before_) : 0;
  const double left = so_far.count() / ours * static_cast<double>(total - done);
  if (in_lines_) {
    constexpr std::size_t line_width = 60;
    return say(fmt::format("qualm: {}\n", progress_text(done, total, left, line_width)));
  }
  say("\r\x1b[K" + progress_text(done, total, left, width_, detail));
  drawn_ = true;
}

void ProgressBar::wipe() {
  const std::lock_guard lock(mutex_);
  if (drawn_) say("\r\x1b[K");
  drawn_ = false;
}

Progress ProgressBar::progress() {
  return {[this](std::uint64_t done, std::uint64_t total) { update(done, total); },
          [] { return is_interrupted(); }};
}

}  // namespace qualm::cli
