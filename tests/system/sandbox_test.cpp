// SPDX-License-Identifier: Apache-2.0
#include "system/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

namespace qualm::sys {
namespace {

namespace fs = std::filesystem;

struct Sandbox : testing::Test {
  fs::path folder = fs::path(testing::TempDir()) / ("qualm_sandbox_" + std::to_string(getpid()));
  std::string open_to_it = folder / "model", other = folder / "other", fresh = folder / "new";

  void SetUp() override {
    fs::create_directories(folder);
    std::ofstream(open_to_it) << "mine";
    std::ofstream(other) << "yours";
  }
  void TearDown() override { fs::remove_all(folder); }

  // What is true in a process that has given up its rights.
  [[nodiscard]] bool is_true_inside(const std::function<bool()>& claim) const {
    const pid_t child = fork();
    if (child == 0) {
      const std::string readable[] = {open_to_it};
      if (!confine_files(readable)) _exit(2);
      _exit(claim() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 2);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  static bool can_open(const std::string& path, int flags) {
    return ::open(path.c_str(), flags, 0600) >= 0;
  }
};

TEST_F(Sandbox, reads_what_it_was_given) {
  EXPECT_TRUE(is_true_inside([&] { return can_open(open_to_it, O_RDONLY); }));
}

TEST_F(Sandbox, puts_nothing_into_files) {
  EXPECT_TRUE(is_true_inside([&] {
    const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT, 0600);
    return descriptor < 0 || ::write(descriptor, "x", 1) < 0;
  }));
}

TEST_F(Sandbox, uses_descriptors_that_were_open) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_TRUE(is_true_inside([&] { return ::write(ends[1], "x", 1) == 1; }));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(Sandbox, neither_reads_nor_changes_other_files_where_there_is_landlock) {
  if (!can_confine_reading()) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_FALSE(is_true_inside([&] { return can_open(other, O_RDONLY); }));
  EXPECT_FALSE(is_true_inside([&] { return can_open("/etc/passwd", O_RDONLY); }));
  EXPECT_FALSE(is_true_inside([&] { return can_open(open_to_it, O_WRONLY); }));
  EXPECT_FALSE(is_true_inside([&] { return can_open(fresh, O_WRONLY | O_CREAT); }));
  EXPECT_FALSE(is_true_inside([&] { return ::unlink(other.c_str()) == 0; }));
  EXPECT_FALSE(is_true_inside([&] { return ::rename(other.c_str(), fresh.c_str()) == 0; }));
  EXPECT_FALSE(is_true_inside([&] { return ::mkdir(fresh.c_str(), 0700) == 0; }));
  EXPECT_FALSE(is_true_inside([&] { return ::execl("/bin/true", "true", nullptr) != -1; }));
  EXPECT_EQ(fs::file_size(other), 5U);
}

TEST_F(Sandbox, passes_over_paths_that_do_not_exist) {
  open_to_it = folder / "nothing";
  EXPECT_TRUE(is_true_inside([] { return true; }));
}

}  // namespace
}  // namespace qualm::sys
