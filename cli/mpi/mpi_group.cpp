// SPDX-License-Identifier: Apache-2.0
#include "mpi_group.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <list>
#include <thread>
#include <utility>

#include "../interruption.h"

namespace qualm::cli {
namespace {

constexpr int message_tag = 1, first_note_tag = 2;
constexpr std::size_t n_notes = 2;
// The count of a message is an int.
constexpr std::size_t chunk_size = std::size_t{1} << 30;

int tag_of(Group::Note note) {
  return first_note_tag + static_cast<int>(note);
}

/// Waits without keeping a core busy, as there may be more processes than cores.
void wait(std::vector<MPI_Request>& requests) {
  int done = 0;
  for (int tries = 0;; ++tries) {
    if (is_interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) return;
    if (tries > 200) {
      std::this_thread::sleep_for(std::chrono::microseconds(std::min(1000, tries / 10)));
    }
  }
}

class World final : public MpiGroup {
 public:
  World(int* count, char*** arguments) {
    int level = 0, rank = 0, size = 1;
    MPI_Init_thread(count, arguments, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rank_ = static_cast<std::size_t>(rank);
    size_ = static_cast<std::size_t>(size);
    n_posted_.resize(n_notes * size_);
    n_polled_.resize(n_notes * size_);
  }

  [[nodiscard]] std::size_t rank() const noexcept override { return rank_; }
  [[nodiscard]] std::size_t size() const noexcept override { return size_; }

  [[nodiscard]] std::vector<std::vector<std::uint64_t>> all(
      const std::vector<std::uint64_t>& own) override {
    std::vector<std::uint64_t> joined(own.size() * size_);
    const int count = static_cast<int>(own.size());
    std::vector<MPI_Request> requests(1);
    MPI_Iallgather(own.data(), count, MPI_UINT64_T, joined.data(), count, MPI_UINT64_T,
                   MPI_COMM_WORLD, requests.data());
    wait(requests);
    std::vector<std::vector<std::uint64_t>> lists;
    for (auto first = joined.begin(); lists.size() < size_; first += count) {
      lists.emplace_back(first, first + count);
    }
    return lists;
  }

  [[nodiscard]] std::vector<std::string> exchange(std::vector<std::string> to_each) override {
    std::vector<std::uint64_t> sizes;
    for (const std::string& message : to_each) sizes.push_back(message.size());
    const std::vector<std::uint64_t> coming = transpose(sizes, 1);
    std::vector<std::string> received(size_);
    received[rank_] = std::move(to_each[rank_]);
    std::vector<MPI_Request> requests;
    for (std::size_t other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      received[other].resize(static_cast<std::size_t>(coming[other]));
      visit_chunks(received[other], [&](char* chunk, int count) {
        MPI_Irecv(chunk, count, MPI_BYTE, static_cast<int>(other), message_tag, MPI_COMM_WORLD,
                  &requests.emplace_back());
      });
    }
    for (std::size_t other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      visit_chunks(to_each[other], [&](char* chunk, int count) {
        MPI_Isend(chunk, count, MPI_BYTE, static_cast<int>(other), message_tag, MPI_COMM_WORLD,
                  &requests.emplace_back());
      });
    }
    wait(requests);
    return received;
  }

  void post(std::size_t to, Note note, std::uint64_t number) override {
    if (std::this_thread::get_id() != thread_) return;
    posts_.remove_if([](Post& post) {
      int done = 0;
      MPI_Test(&post.request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
    Post& post = posts_.emplace_back();
    post.number = number;
    MPI_Isend(&post.number, 1, MPI_UINT64_T, static_cast<int>(to), tag_of(note), MPI_COMM_WORLD,
              &post.request);
    ++n_posted_[to * n_notes + static_cast<std::size_t>(note)];
  }

  [[nodiscard]] std::optional<Posted> poll(Note note) override {
    if (std::this_thread::get_id() != thread_) return std::nullopt;
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag_of(note), MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return std::nullopt;
    Posted posted;
    MPI_Recv(&posted.number, 1, MPI_UINT64_T, status.MPI_SOURCE, tag_of(note), MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    posted.from = static_cast<std::size_t>(status.MPI_SOURCE);
    ++n_polled_[posted.from * n_notes + static_cast<std::size_t>(note)];
    return posted;
  }

  void leave() override {
    // Every note is to be received, also those that nobody looked at.
    const std::vector<std::uint64_t> coming = transpose(n_posted_, n_notes);
    for (std::size_t i = 0; i < coming.size(); ++i) {
      while (n_polled_[i] < coming[i]) {
        if (!poll(static_cast<Note>(i % n_notes))) std::this_thread::yield();
      }
    }
    std::vector<MPI_Request> requests;
    for (Post& post : posts_) requests.push_back(post.request);
    wait(requests);
    MPI_Finalize();
  }

 private:
  struct Post {
    std::uint64_t number = 0;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  template <class Visit>
  static void visit_chunks(std::string& bytes, const Visit& visit) {
    for (std::size_t done = 0; done < bytes.size(); done += chunk_size) {
      visit(bytes.data() + done, static_cast<int>(std::min(chunk_size, bytes.size() - done)));
    }
  }

  /// `count` numbers for each rank against those of each rank for this one.
  [[nodiscard]] std::vector<std::uint64_t> transpose(const std::vector<std::uint64_t>& own,
                                                     int count) const {
    std::vector<std::uint64_t> others(own.size());
    std::vector<MPI_Request> requests(1);
    MPI_Ialltoall(own.data(), count, MPI_UINT64_T, others.data(), count, MPI_UINT64_T,
                  MPI_COMM_WORLD, requests.data());
    wait(requests);
    return others;
  }

  std::size_t rank_ = 0, size_ = 1;
  std::thread::id thread_ = std::this_thread::get_id();
  std::list<Post> posts_;
  std::vector<std::uint64_t> n_posted_, n_polled_;  // by the other's rank, then by note
};

}  // namespace

std::unique_ptr<MpiGroup> join_mpi(int* count, char*** arguments) {
  return std::make_unique<World>(count, arguments);
}

}  // namespace qualm::cli
