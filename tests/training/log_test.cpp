// SPDX-License-Identifier: Apache-2.0
#include "training/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/expect_error.h"

namespace qualm::training {
namespace {

/// No file grows beyond this, as on a full disk, until it goes out of scope.
class FileLimit {
 public:
  explicit FileLimit(rlim_t n_bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{n_bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, on_excess_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
  void (*on_excess_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

TEST(log, a_line_of_which_only_a_part_fits_says_why_and_is_pruned) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("qualm_log_" + std::to_string(::getpid()) + ".jsonl"))
                               .string();
  const std::string line = to_json(EpochLine{});
  append_line(path, line);
  {
    const FileLimit limit(line.size() + 10);
    expect_error(ErrorKind::system, {"cannot be written: File too large"},
                 [&] { append_line(path, line); });
  }
  EXPECT_EQ(std::filesystem::file_size(path), line.size() + 10);
  prune_log(path, [](const EpochLine&) { return true; });
  EXPECT_EQ(std::filesystem::file_size(path), line.size() + 1);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace qualm::training
