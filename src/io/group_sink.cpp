// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "io/atomic_file.h"
#include "io/spool.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::io {
namespace {

constexpr std::size_t chunk_size = std::size_t{4} << 20;

using Visit = std::function<void(std::uint64_t offset, std::string_view bytes)>;

/// Bytes first up to first + count of a source, piece by piece.
void visit_bytes(const ByteSource& source, std::uint64_t first, std::uint64_t count,
                 const Visit& visit) {
  std::string chunk;
  for (std::uint64_t done = 0; done < count; done += chunk.size()) {
    chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(chunk_size, count - done)));
    source.read(first + done, std::as_writable_bytes(std::span(chunk)));
    visit(done, chunk);
  }
}

class GroupSink final : public Sink {
 public:
  GroupSink(const std::string& path, Group& group)
      : group_(group), path_(path), label_(printable(path, 4096)), spool_("the output") {
    agree(group_, [&] {
      if (!group_.is_first()) return;
      open();
      // It can be written. Until there is something to write a kill shall leave nothing behind.
      if (file_ != nullptr) close();
    });
  }

  void write(std::string_view bytes) override {
    spool_.append(std::as_bytes(std::span(bytes)));
    section_ += bytes.size();
  }

  void cut() override {
    sections_.push_back(section_);
    section_ = 0;
  }

  void finish() override {
    cut();
    agree(group_, [&] {
      source_ = spool_.finish();
      if (group_.is_first() && !sink_) open();
    });
    all_sections_ = group_.all(sections_);
    const std::string pending = group_.broadcast(file_ != nullptr ? file_->pending_path() : "");
    if (pending.empty()) {
      pour();
    } else {
      agree(group_, [&] { place(pending); });
    }
    agree(group_, [&] {
      if (sink_) sink_->finish();
    });
  }

 private:
  void open() {
    sink_ = path_.empty() ? open_stdout() : open_atomic_file(path_);
    file_ = dynamic_cast<AtomicFile*>(sink_.get());
  }
  void close() {
    file_ = nullptr;
    sink_.reset();
  }

  /// Visits the sections in the order of the output: whose they are, and where they begin there.
  void visit_sections(const std::function<void(std::size_t rank, std::uint64_t offset,
                                               std::uint64_t size)>& visit) const {
    std::uint64_t offset = 0;
    for (std::size_t section = 0; section < sections_.size(); ++section) {
      for (std::size_t rank = 0; rank < all_sections_.size(); ++rank) {
        visit(rank, offset, all_sections_[rank][section]);
        offset += all_sections_[rank][section];
      }
    }
  }

  /// Every process writes its sections at their place.
  void place(const std::string& pending) {
    std::optional<FdWriter> writer;
    if (file_ == nullptr) {
      FileDescriptor file(::open(pending.c_str(), O_WRONLY | O_CLOEXEC));
      if (!file.is_open()) {
        throw_system(fmt::format(
            "{}: cannot be written by rank {}: {}; write to a folder that all ranks share", label_,
            group_.rank(), system_text(errno)));
      }
      writer.emplace(std::move(file), label_);
    }
    std::uint64_t done = 0;
    visit_sections([&](std::size_t rank, std::uint64_t offset, std::uint64_t size) {
      if (rank != group_.rank()) return;
      visit_bytes(*source_, done, size, [&](std::uint64_t within, std::string_view bytes) {
        writer ? writer->write_at(offset + within, bytes) : file_->write_at(offset + within, bytes);
      });
      done += size;
    });
    if (writer && ::fsync(writer->get()) != 0) writer->fail(errno);
  }

  /// The first process writes all sections, and gets those of the others as it goes.
  void pour() {
    std::uint64_t done = 0;
    visit_sections([&](std::size_t rank, std::uint64_t /*offset*/, std::uint64_t size) {
      for (std::uint64_t sent = 0; sent < size; sent += chunk_size) {
        std::string chunk;
        agree(group_, [&] {
          if (rank != group_.rank()) return;
          chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(chunk_size, size - sent)));
          source_->read(done, std::as_writable_bytes(std::span(chunk)));
          done += chunk.size();
        });
        if (rank != 0) {
          const auto received = group_.gather(std::move(chunk));
          chunk = received.empty() ? "" : received[rank];
        }
        agree(group_, [&] {
          if (sink_) sink_->write(chunk);
        });
      }
    });
  }

  Group& group_;
  std::string path_, label_;
  Spool spool_;
  std::unique_ptr<Sink> sink_;  // of the first process
  AtomicFile* file_ = nullptr;  // the same, where it is a file
  std::uint64_t section_ = 0;
  std::vector<std::uint64_t> sections_;  // their lengths
  std::vector<std::vector<std::uint64_t>> all_sections_;
  std::shared_ptr<const ByteSource> source_;
};

}  // namespace

std::unique_ptr<Sink> open_together(const std::string& path, Group& group) {
  return std::make_unique<GroupSink>(path, group);
}

}  // namespace qualm::io
