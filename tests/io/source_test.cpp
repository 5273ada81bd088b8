// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"
#include "io/support/redirect.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string two_numbers = npy("<f8", "(2,)", raw<double>({.25, .75}));

/// A pipe from which `bytes` come, written by a thread because a pipe holds little.
class FilledPipe {
 public:
  explicit FilledPipe(std::string bytes) {
    ::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    reading_ = ends[0];
    writer_ = std::thread([bytes = std::move(bytes), fd = ends[1]] {
      std::string_view rest = bytes;
      for (ssize_t count = 1; !rest.empty() && count > 0;) {
        count = ::write(fd, rest.data(), rest.size());
        if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
      }
      ::close(fd);
    });
  }
  ~FilledPipe() { writer_.join(); }
  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;
  [[nodiscard]] int reading_end() const { return reading_; }

 private:
  int reading_ = -1;
  std::thread writer_;
};

TEST(source, a_file_is_opened_by_its_path) {
  const TemporaryFolder folder;
  const StoredArray array = open_array(folder.file("p.npy", two_numbers));
  EXPECT_EQ(array.label, folder.path("p.npy"));
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75));
}

TEST(source, a_missing_file_is_a_system_error) {
  EXPECT_THAT(system_error_of([] { return open_array("/no/such/p.npy"); }),
              AllOf(HasSubstr("/no/such/p.npy: No such file"), HasSubstr("check the path")));
}

TEST(source, a_directory_is_a_system_error) {
  const TemporaryFolder folder;
  EXPECT_THAT(system_error_of([&] { return open_array(folder.path("")); }),
              HasSubstr("is a directory; name a file in it"));
}

TEST(source, a_file_that_may_not_be_read_is_a_system_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.npy", two_numbers);
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const Unprivileged unprivileged;
  EXPECT_THAT(system_error_of([&] { return open_array(path); }), HasSubstr("Permission denied"));
}

TEST(source, a_key_for_what_is_no_archive_is_a_usage_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.npy", two_numbers);
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { return open_array(path, {.key = "probs"}); }),
              HasSubstr("key does not apply"));
}

TEST(source, stdin_is_read_from_a_pipe) {
  for (const std::string& bytes :
       {two_numbers, zip({{.name = "p.npy", .data = two_numbers}}), std::string(".25\n.75\n")}) {
    const FilledPipe pipe(bytes);
    const Redirect redirect(pipe.reading_end(), STDIN_FILENO);
    const StoredArray array = open_array("-");
    EXPECT_THAT(array.label, testing::StartsWith("<stdin>"));
    EXPECT_THAT(values_of(array), ElementsAre(.25, .75));
  }
}

TEST(source, stdin_is_read_from_a_file) {
  const TemporaryFolder folder;
  const Redirect redirect(::open(folder.file("p.npy", two_numbers).c_str(), O_RDONLY),
                          STDIN_FILENO);
  EXPECT_THAT(values_of(open_array("-")), ElementsAre(.25, .75));
}

TEST(source, empty_stdin_is_refused) {
  const FilledPipe pipe("");
  const Redirect redirect(pipe.reading_end(), STDIN_FILENO);
  EXPECT_THAT(data_error_of([] { return open_array("-"); }), HasSubstr("<stdin>: is empty"));
}

TEST(source, a_fifo_is_read_like_stdin) {
  const TemporaryFolder folder;
  const std::string path = folder.path("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << two_numbers; });
  EXPECT_THAT(values_of(open_array(path)), ElementsAre(.25, .75));
  writer.join();
}

TEST(source, an_endless_stream_of_no_use_is_refused_at_its_start) {
  EXPECT_THAT(data_error_of([] { return open_array("/dev/zero"); }),
              HasSubstr("/dev/zero: has an unknown format"));
}

TEST(source, much_input_goes_to_TMPDIR_without_leaving_a_name) {
  const TemporaryFolder folder;
  const Environment environment("TMPDIR", folder.path(""));
  const std::string data(40U << 20, 'x');
  const FilledPipe pipe(npy("|u1", one_axis(data.size()), data));
  const Redirect redirect(pipe.reading_end(), STDIN_FILENO);
  const StoredArray array = open_array("-");
  EXPECT_THAT(folder.list(), testing::IsEmpty());
  std::string back(data.size(), '\0');
  array.read(0, std::as_writable_bytes(std::span(back)));
  EXPECT_TRUE(back == data);
}

TEST(source, a_full_TMPDIR_is_a_system_error_that_names_it) {
  const TemporaryFolder folder;
  const Environment environment("TMPDIR", folder.path(""));
  const FilledPipe pipe(npy("|u1", "(50000000,)", std::string(50000000, 'x')));
  const Redirect redirect(pipe.reading_end(), STDIN_FILENO);
  const FullDisk full(1 << 20);
  EXPECT_THAT(system_error_of([] { return open_array("-"); }),
              AllOf(HasSubstr("cannot be copied to " + folder.path("")), HasSubstr("set TMPDIR")));
}

TEST(source, a_missing_TMPDIR_is_a_system_error_that_names_it) {
  const Environment environment("TMPDIR", "/no/such/folder");
  const FilledPipe pipe(npy("|u1", "(50000000,)", std::string(50000000, 'x')));
  const Redirect redirect(pipe.reading_end(), STDIN_FILENO);
  EXPECT_THAT(system_error_of([] { return open_array("-"); }), HasSubstr("/no/such/folder"));
}

TEST(source, a_file_that_shrinks_while_it_is_read_is_a_data_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.npy", two_numbers);
  const StoredArray array = open_array(path);
  ASSERT_EQ(::truncate(path.c_str(), 130), 0);
  EXPECT_THAT(data_error_of([&] { return values_of(array); }), HasSubstr("do not change it"));
}

}  // namespace
}  // namespace qualm::io
