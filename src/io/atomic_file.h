// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/fd_writer.h"
#include "qualm/io.h"

namespace qualm::io {

/// A regular file that takes its name only when it is complete. Until finish() it is a hidden
/// neighbour of the target, which the destructor removes.
class AtomicFile final : public Sink {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile() override;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes) override;
  void finish() override;

  [[nodiscard]] bool takes_any_order() const noexcept override { return true; }
  void write_at(std::uint64_t offset, std::string_view bytes) override;

  /// For several processes that fill the file by offset: where it is until finish().
  [[nodiscard]] const std::string& pending_path() const noexcept { return pending_; }

 private:
  std::string target_;
  std::string pending_;  // empty once it has its name
  std::optional<FdWriter> writer_;
};

}  // namespace qualm::io
