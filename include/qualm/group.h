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

// Several processes that do one job together, each on rows of its own.
namespace qualm {

/// The processes of a job. The functions under "together" are called by every process, in the same
/// order; all but post and poll by the thread that started the job.
class Group {
 public:
  virtual ~Group() = default;

  [[nodiscard]] virtual std::size_t rank() const noexcept = 0;  ///< from 0 on
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  [[nodiscard]] bool is_first() const noexcept { return rank() == 0; }
  [[nodiscard]] bool is_alone() const noexcept { return size() == 1; }

  // Together.

  /// The same numbers of every process, as many each: one list per rank.
  [[nodiscard]] virtual std::vector<std::vector<std::uint64_t>> all(
      const std::vector<std::uint64_t>& own) = 0;
  /// Sends one message to each rank and gives back what each rank sent here, of any length.
  [[nodiscard]] virtual std::vector<std::string> exchange(std::vector<std::string> to_each) = 0;

  /// The sum over all processes.
  [[nodiscard]] std::uint64_t sum(std::uint64_t own);
  /// The sums over all processes, place by place.
  [[nodiscard]] std::vector<std::uint64_t> sums(const std::vector<std::uint64_t>& own);
  /// One message per rank at `root`; empty lists elsewhere.
  [[nodiscard]] std::vector<std::string> gather(std::string own, std::size_t root = 0);
  /// What `root` gives.
  [[nodiscard]] std::string broadcast(const std::string& bytes, std::size_t root = 0);
  void barrier() { static_cast<void>(sum(0)); }

  // Notes that nobody waits for; without effect from other threads.

  enum class Note { stop, progress };
  struct Posted {
    std::size_t from = 0;
    std::uint64_t number = 0;
  };
  virtual void post(std::size_t to, Note note, std::uint64_t number) = 0;
  [[nodiscard]] virtual std::optional<Posted> poll(Note note) = 0;
};

/// This process and no other.
[[nodiscard]] Group& only_process() noexcept;

/// What a process failed of, known to all: each of them throws it.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// Together: runs `work` in every process. If it throws in one or more, all throw AgreedError with
/// the error of the lowest rank, whose rows come first; higher ranks are told to stop (see
/// is_told_to_stop). A process alone throws what it threw.
void agree(Group& group, const std::function<void()>& work);
/// Whether the work of a lower rank has failed, so that what comes of ours does not matter.
[[nodiscard]] bool is_told_to_stop(Group& group);

}  // namespace qualm
