// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <barrier>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "qualm/group.h"

namespace qualm::test {

/// A group whose processes are threads of this one.
class ThreadGroups {
 public:
  explicit ThreadGroups(std::size_t size)
      : size_(size), barrier_(static_cast<std::ptrdiff_t>(size)), numbers_(size), messages_(size) {}

  /// Runs `work` in every one of them.
  void run(const std::function<void(Group&)>& work) {
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < size_; ++rank) {
      threads.emplace_back([this, rank, &work] {
        Member member(*this, rank);
        work(member);
      });
    }
  }

 private:
  class Member final : public Group {
   public:
    Member(ThreadGroups& shared, std::size_t rank) : shared_(shared), rank_(rank) {}
    [[nodiscard]] std::size_t rank() const noexcept override { return rank_; }
    [[nodiscard]] std::size_t size() const noexcept override { return shared_.size_; }

    [[nodiscard]] std::vector<std::vector<std::uint64_t>> all(
        const std::vector<std::uint64_t>& own) override {
      shared_.numbers_[rank_] = own;
      shared_.barrier_.arrive_and_wait();
      auto everybodys = shared_.numbers_;
      shared_.barrier_.arrive_and_wait();
      return everybodys;
    }

    [[nodiscard]] std::vector<std::string> exchange(std::vector<std::string> to_each) override {
      shared_.messages_[rank_] = std::move(to_each);
      shared_.barrier_.arrive_and_wait();
      std::vector<std::string> received;
      for (const auto& of_rank : shared_.messages_) received.push_back(of_rank[rank_]);
      shared_.barrier_.arrive_and_wait();
      return received;
    }

    void post(std::size_t to, Note note, std::uint64_t number) override {
      const std::lock_guard lock(shared_.mutex_);
      shared_.notes_[{to, note}].push_back({rank_, number});
    }

    [[nodiscard]] std::optional<Posted> poll(Note note) override {
      const std::lock_guard lock(shared_.mutex_);
      std::deque<Posted>& waiting = shared_.notes_[{rank_, note}];
      if (waiting.empty()) return std::nullopt;
      const Posted posted = waiting.front();
      waiting.pop_front();
      return posted;
    }

   private:
    ThreadGroups& shared_;
    std::size_t rank_;
  };

  std::size_t size_;
  std::barrier<> barrier_;
  std::vector<std::vector<std::uint64_t>> numbers_;
  std::vector<std::vector<std::string>> messages_;
  std::mutex mutex_;
  std::map<std::pair<std::size_t, Group::Note>, std::deque<Group::Posted>> notes_;
};

}  // namespace qualm::test
