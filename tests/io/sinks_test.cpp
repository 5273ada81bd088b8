// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"
#include "io/support/redirect.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

void write_file(const std::string& path, std::string_view bytes) {
  const auto sink = open_atomic_file(path);
  sink->write(bytes);
  sink->finish();
}

TEST(atomic_file, appears_whole_at_finish) {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.json");
  const auto sink = open_atomic_file(path);
  const std::string large(300000, 'x');
  sink->write("{");
  sink->write(large);
  sink->write("}");
  EXPECT_FALSE(std::filesystem::exists(path));
  sink->finish();
  EXPECT_EQ(file_bytes(path), "{" + large + "}");
  EXPECT_THAT(folder.list(), ElementsAre("out.json"));
}

TEST(atomic_file, without_finish_leaves_nothing_behind_and_the_old_file) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.json", "old");
  {
    const auto sink = open_atomic_file(path);
    const auto other = open_atomic_file(folder.path("new.json"));
    sink->write(std::string(300000, 'x'));
    other->write("new");
    EXPECT_EQ(folder.list().size(), 3U);
  }
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_THAT(folder.list(), ElementsAre("out.json"));
}

TEST(atomic_file, keeps_the_permissions_of_the_file_it_replaces) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.json", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  write_file(path, "new");
  EXPECT_EQ(file_bytes(path), "new");
  EXPECT_EQ(mode_of(path), 0640U);
}

TEST(atomic_file, a_file_that_may_not_be_written_is_not_replaced) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.json", "old");
  ASSERT_EQ(::chmod(folder.path("").c_str(), 0777), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  const Unprivileged unprivileged;
  EXPECT_THAT(system_error_of([&] { return open_atomic_file(path); }),
              HasSubstr("out.json: cannot be written: Permission denied"));
  EXPECT_THAT(folder.list(), ElementsAre("out.json"));
}

TEST(atomic_file, a_new_file_follows_the_umask) {
  const TemporaryFolder folder;
  const mode_t old = ::umask(027);
  write_file(folder.path("out.json"), "new");
  ::umask(old);
  EXPECT_EQ(mode_of(folder.path("out.json")), 0640U);
}

TEST(atomic_file, a_link_stays_and_its_target_is_replaced) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path("real"));
  std::filesystem::create_symlink("real/out.json", folder.path("second"));
  std::filesystem::create_symlink("second", folder.path("first"));
  for (const char* const text : {"made through a link to nothing", "replaced"}) {
    write_file(folder.path("first"), text);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("first")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("second")));
    EXPECT_EQ(file_bytes(folder.path("real/out.json")), text);
  }
  EXPECT_THAT(folder.list(), UnorderedElementsAre("real", "first", "second"));
}

TEST(atomic_file, links_in_a_circle_are_a_system_error) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b", folder.path("a"));
  std::filesystem::create_symlink("a", folder.path("b"));
  EXPECT_THAT(system_error_of([&] { return open_atomic_file(folder.path("a")); }),
              HasSubstr("/a: "));
}

TEST(atomic_file, on_a_full_disk_the_old_file_stays) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.json", "old");
  const std::string message = system_error_of([&] {
    const FullDisk full(1 << 20);
    const auto sink = open_atomic_file(path);
    for (int i = 0; i < 40; ++i) sink->write(std::string(50000, 'x'));
    return 0;
  });
  EXPECT_THAT(message, testing::AllOf(HasSubstr(path + ": cannot be written: File too large"),
                                      HasSubstr("the old file is unchanged")));
  EXPECT_EQ(file_bytes(path), "old");
  EXPECT_THAT(folder.list(), ElementsAre("out.json"));
}

TEST(atomic_file, a_full_disk_is_also_told_at_finish) {
  const TemporaryFolder folder;
  {
    const FullDisk full(10);
    const auto sink = open_atomic_file(folder.path("out.json"));
    sink->write("more than ten bytes");
    system_error_of([&] { return sink->finish(), 0; });
  }
  EXPECT_THAT(folder.list(), IsEmpty());
}

TEST(atomic_file, a_target_that_cannot_be_is_a_system_error) {
  const TemporaryFolder folder;
  EXPECT_THAT(system_error_of([&] { return open_atomic_file(folder.path("no/out.json")); }),
              HasSubstr("make its folder first"));
  if (std::filesystem::exists("/proc/self")) {
    EXPECT_THAT(system_error_of([] { return open_atomic_file("/proc/out.json"); }),
                HasSubstr("its folder takes no files"));
  }
  EXPECT_THAT(system_error_of([&] { return open_atomic_file(folder.path("")); }),
              HasSubstr("is a directory"));
  system_error_of([&] { return open_atomic_file(folder.path("no/")); });
  system_error_of([&] { return open_atomic_file(""); });
}

TEST(atomic_file, devices_pipes_and_descriptors_are_written_directly) {
  write_file("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_THAT(system_error_of([] { return write_file("/dev/full", "x"), 0; }),
              HasSubstr("/dev/full: cannot be written: No space left on device"));

  const TemporaryFolder folder;
  const std::string fifo = folder.path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = file_bytes(fifo); });
  write_file(fifo, "through");
  reader.join();
  EXPECT_EQ(got, "through");

  // What stands in the file before must not be lost.
  const std::string log = folder.file("log", "before ");
  const int fd = ::open(log.c_str(), O_WRONLY | O_APPEND);
  write_file("/dev/fd/" + std::to_string(fd), "after");
  {
    const Redirect redirect(fd, STDOUT_FILENO);
    write_file("/dev/stdout", " that");
    const auto sink = open_stdout();
    sink->write(" and more");
    sink->finish();
  }
  EXPECT_EQ(file_bytes(log), "before after that and more");
}

TEST(standard_output, a_closed_pipe_ends_quietly) {
  ::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  std::string message = "nothing was thrown";
  {
    const Redirect redirect(ends[1], STDOUT_FILENO);
    message = error_of(ErrorKind::interrupted, [] {
      const auto sink = open_stdout();
      sink->write("x");
      return sink->finish(), 0;
    });
  }
  EXPECT_EQ(message, "");
}

TEST(same_file, is_told_through_links_and_spellings) {
  const TemporaryFolder folder;
  const std::string a = folder.file("a", "x"), b = folder.file("b", "x");
  std::filesystem::create_symlink("a", folder.path("link"));
  EXPECT_TRUE(is_same_file(a, a));
  EXPECT_TRUE(is_same_file(a, folder.path("link")));
  EXPECT_TRUE(is_same_file(a, folder.path("./a")));
  EXPECT_FALSE(is_same_file(a, b));
  EXPECT_FALSE(is_same_file(folder.path("no"), folder.path("no")));
}

}  // namespace
}  // namespace qualm::io
