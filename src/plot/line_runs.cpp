// SPDX-License-Identifier: Apache-2.0
#include "plot/line_runs.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace qualm::plot {
namespace {

// First and last-but-one index of a stretch without a gap.
using Stretch = std::pair<std::size_t, std::size_t>;

std::vector<Stretch> stretches(std::size_t n, const std::function<bool(std::size_t)>& has_place) {
  std::vector<Stretch> found;
  bool open = false;
  for (std::size_t i = 0; i < n; ++i) {
    const bool here = has_place(i);
    if (here && !open) found.emplace_back(i, i);
    if (here) found.back().second = i + 1;
    open = here;
  }
  return found;
}

void keep_longest(std::vector<Stretch>& all, std::size_t limit) {
  if (all.size() <= limit) return;
  const auto length = [](const Stretch& s) { return s.second - s.first; };
  std::stable_sort(all.begin(), all.end(),
                   [&length](const Stretch& a, const Stretch& b) { return length(a) > length(b); });
  all.resize(limit);
  std::sort(all.begin(), all.end());
}

// Each stretch may keep two points, and of the others its share.
class Budget {
 public:
  Budget(const std::vector<Stretch>& all, std::size_t limit)
      : spare_(limit - std::min(limit, 2 * all.size())) {
    for (const auto& [begin, end] : all) total_ += end - begin;
  }
  [[nodiscard]] std::size_t operator()(std::size_t n) const {
    const double share = static_cast<double>(n) / static_cast<double>(total_);
    return 2 + static_cast<std::size_t>(share * static_cast<double>(spare_));
  }

 private:
  std::size_t spare_;
  std::size_t total_ = 0;
};

Run thinned(const Run& run, std::size_t limit) {
  Run kept;
  for (const std::size_t i : thin_line(run, limit)) kept.push_back(run[i]);
  return kept;
}

Run in_pixels(std::span<const double> x, std::span<const double> y, const Scale& to_x,
              const Scale& to_y, const Stretch& stretch) {
  Run run;
  run.reserve(stretch.second - stretch.first);
  for (std::size_t i = stretch.first; i < stretch.second; ++i) {
    run.push_back({to_x(x[i]).value_or(0.0), to_y(y[i]).value_or(0.0)});
  }
  return run;
}

}  // namespace

std::vector<Run> line_runs(std::span<const double> x, std::span<const double> y, const Scale& to_x,
                           const Scale& to_y, std::size_t limit) {
  auto all = stretches(x.size(), [&](std::size_t i) { return to_x(x[i]) && to_y(y[i]); });
  const bool fits = x.size() <= limit;
  if (!fits) keep_longest(all, limit / 2);
  const Budget budget(all, limit);
  std::vector<Run> runs;
  for (const Stretch& stretch : all) {
    Run run = in_pixels(x, y, to_x, to_y, stretch);
    runs.push_back(fits ? std::move(run) : thinned(run, budget(run.size())));
  }
  return runs;
}

std::vector<Run> band_outlines(const Line& line, const Scale& to_x, const Scale& to_y,
                               std::size_t limit) {
  auto all = stretches(line.lower.size(), [&](std::size_t i) {
    return to_x(line.x[i]) && to_y(line.lower[i]) && to_y(line.upper[i]);
  });
  keep_longest(all, limit / 4);
  const Budget budget(all, limit / 2);
  std::vector<Run> outlines;
  for (const Stretch& stretch : all) {
    const std::size_t n = budget(stretch.second - stretch.first);
    Run upper = thinned(in_pixels(line.x, line.upper, to_x, to_y, stretch), n);
    Run lower = thinned(in_pixels(line.x, line.lower, to_x, to_y, stretch), n);
    if (line.step) {
      upper = with_steps(upper);
      lower = with_steps(lower);
    }
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    outlines.push_back(std::move(upper));
  }
  return outlines;
}

Run with_steps(const Run& run) {
  Run stepped;
  for (const Point& point : run) {
    if (!stepped.empty()) stepped.push_back({point.x, stepped.back().y});
    stepped.push_back(point);
  }
  return stepped;
}

}  // namespace qualm::plot
