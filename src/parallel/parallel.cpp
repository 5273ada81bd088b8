// SPDX-License-Identifier: Apache-2.0
#include "parallel/parallel.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "system/system_calls.h"

namespace qualm {
namespace {

// Hands out pieces in order and keeps the exception of the lowest one.
class Pieces {
 public:
  explicit Pieces(std::size_t n_pieces) : limit_(n_pieces) {}

  void work(const std::function<void(std::size_t)>& run_piece) noexcept {
    for (;;) {
      const std::size_t piece = next_.fetch_add(1);
      // Every piece below a failed one has been handed out already, so it will be finished.
      if (piece >= limit_.load()) return;
      try {
        run_piece(piece);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (piece < limit_.load()) {
          limit_ = piece;
          exception_ = std::current_exception();
        }
      }
    }
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> limit_;
  std::mutex mutex_;
  std::exception_ptr exception_;
};

}  // namespace

unsigned resolve_threads(unsigned threads) noexcept {
  if (threads > 0) return threads;
  // Nobody in this process writes the environment while we read it.
  if (const char* text = std::getenv("OMP_NUM_THREADS")) {  // NOLINT(concurrency-mt-unsafe)
    unsigned wanted = 0;
    const char* end = text + std::strlen(text);
    if (std::from_chars(text, end, wanted).ec == std::errc{} && wanted > 0) return wanted;
  }
  return sys::available_cores();
}

void parallel_for(std::size_t n, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t first, std::size_t last)>& body,
                  const Progress& progress) {
  if (n == 0) return;
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t n_pieces = (n - 1) / grain + 1;
  std::atomic<std::size_t> n_begun{0};
  const auto run_piece = [&](std::size_t piece) {
    step(progress, n_begun.fetch_add(1), n_pieces);
    body(piece * grain, std::min(n, (piece + 1) * grain));
  };
  const std::size_t n_workers = std::min<std::size_t>(n_pieces, resolve_threads(threads));
  Pieces pieces(n_pieces);
  std::vector<std::thread> helpers;
  helpers.reserve(n_workers - 1);
  for (std::size_t i = 1; i < n_workers; ++i) {
    try {
      helpers.emplace_back([&] { pieces.work(run_piece); });
    } catch (const std::system_error&) {
      break;  // the system gives no more threads: those that run do all the work
    }
  }
  pieces.work(run_piece);
  for (std::thread& helper : helpers) helper.join();
  pieces.rethrow();
}

}  // namespace qualm
