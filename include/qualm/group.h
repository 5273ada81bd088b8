// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/error.h"

// Groups of processes that share one job; each process works on its own rows.
namespace qualm {

/// The processes of a job. Collective functions are called by every process in the same order, on
/// the thread that started the job (post and poll: on any thread).
class Group {
 public:
  virtual ~Group() = default;

  [[nodiscard]] virtual std::size_t rank() const noexcept = 0;  ///< from 0 on
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  [[nodiscard]] bool is_first() const noexcept { return rank() == 0; }
  [[nodiscard]] bool is_alone() const noexcept { return size() == 1; }

  // Collective.

  /// Gathers the same number of values from every process: one list per rank.
  [[nodiscard]] virtual std::vector<std::vector<std::uint64_t>> all(
      const std::vector<std::uint64_t>& own) = 0;
  /// Sends one message of any length to each rank and returns the messages received, one per rank.
  [[nodiscard]] virtual std::vector<std::string> exchange(std::vector<std::string> to_each) = 0;

  /// Returns the sum over all processes.
  [[nodiscard]] std::uint64_t sum(std::uint64_t own);
  /// Element-wise sums over all processes.
  [[nodiscard]] std::vector<std::uint64_t> sums(const std::vector<std::uint64_t>& own);
  /// Returns one message per rank at `root`; empty lists elsewhere.
  [[nodiscard]] std::vector<std::string> gather(std::string own, std::size_t root = 0);
  /// Returns the message of `root`.
  [[nodiscard]] std::string broadcast(const std::string& bytes, std::size_t root = 0);
  void barrier() { static_cast<void>(sum(0)); }

  // Non-blocking messages; no effect on other threads.

  enum class Note { stop, progress };
  struct Posted {
    std::size_t from = 0;
    std::uint64_t number = 0;
  };
  virtual void post(std::size_t to, Note note, std::uint64_t number) = 0;
  [[nodiscard]] virtual std::optional<Posted> poll(Note note) = 0;
};

/// A group of one: this process.
[[nodiscard]] Group& only_process() noexcept;

/// The error of one process, thrown in all processes.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// Collective: runs `work` in every process. If it throws in one or more, all throw AgreedError
/// with the error of the lowest rank, whose rows come first; higher ranks are asked to stop (see
/// is_told_to_stop). A single process throws the original error.
void agree(Group& group, const std::function<void()>& work);
/// True if the work of a lower rank has failed, so that this process can stop.
[[nodiscard]] bool is_told_to_stop(Group& group);

}  // namespace qualm
