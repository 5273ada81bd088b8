// SPDX-License-Identifier: Apache-2.0
#include "shared_progress.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "interruption.h"

namespace qualm::cli {
namespace {

// Progress is counted in parts of this, because processes may have unequal work.
constexpr std::uint64_t whole = 1'000'000;

struct Shares {
  std::mutex mutex;
  std::vector<std::uint64_t> done;  // of each process
  std::chrono::steady_clock::time_point next_post;
};

void tell_first(Shares& shares, Group& group, std::uint64_t done) {
  const auto now = std::chrono::steady_clock::now();
  if (now < shares.next_post) return;
  shares.next_post = now + std::chrono::milliseconds(200);
  group.post(0, Group::Note::progress, done);
}

void show(Shares& shares, Group& group, ProgressBar& bar, std::uint64_t done) {
  if (done < shares.done[0]) shares.done.assign(group.size(), 0);  // the next part of the work
  shares.done[0] = done;
  while (const auto posted = group.poll(Group::Note::progress)) {
    shares.done[posted->from] = posted->number;
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t each : shares.done) sum += each;
  bar.update(sum, whole * group.size());
}

}  // namespace

Progress shared_progress(ProgressBar& bar, Group& group) {
  if (group.is_alone()) return bar.progress();
  auto shares = std::make_shared<Shares>();
  shares->done.resize(group.size());
  Progress progress;
  progress.cancelled = [&group] { return is_interrupted() || is_told_to_stop(group); };
  progress.report = [shares, &group, &bar](std::uint64_t done, std::uint64_t total) {
    const std::uint64_t share = total == 0 ? whole : done * whole / total;
    const std::lock_guard lock(shares->mutex);
    group.is_first() ? show(*shares, group, bar, share) : tell_first(*shares, group, share);
  };
  return progress;
}

}  // namespace qualm::cli
