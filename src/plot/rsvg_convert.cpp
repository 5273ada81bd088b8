// SPDX-License-Identifier: Apache-2.0
#include "plot/rsvg_convert.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "io/file_descriptor.h"
#include "plot/clean_text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::plot {
namespace {

constexpr const char* converter = "rsvg-convert";

[[noreturn]] void fail(const char* what, int code) {
  throw_system(fmt::format("plot: {}: {}", what, std::generic_category().message(code)));
}

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File temporary_file() {
  File file(std::tmpfile());
  if (!file) fail("no temporary file", errno);
  return file;
}

// A file in place of a second and third pipe: nobody waits for anybody, and a child that ends early
// sends no signal.
File file_with(std::string_view bytes) {
  File file = temporary_file();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
      std::fflush(file.get()) != 0) {
    fail("cannot write a temporary file", errno);
  }
  std::rewind(file.get());
  return file;
}

std::string first_line(std::FILE* file) {
  std::array<char, 400> bytes{};
  std::rewind(file);
  const std::size_t n = std::fread(bytes.data(), 1, bytes.size(), file);
  const std::string_view text(bytes.data(), n);
  return clean_text(text.substr(0, text.find('\n')));
}

class Actions {
 public:
  Actions() { posix_spawn_file_actions_init(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  void connect(int fd, int to) { posix_spawn_file_actions_adddup2(&actions_, fd, to); }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Waits for the child on every way out, so that none is left behind.
class Child {
 public:
  Child(std::vector<std::string>& arguments, const Actions& actions) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const int code = posix_spawnp(&pid_, converter, actions.get(), nullptr, argv.data(), environ);
    if (code == ENOENT || code == EACCES || code == ENOTDIR) {
      throw_system(
          fmt::format("plot: {} is not installed: run `apt install librsvg2-bin`, or "
                      "choose a file that ends in .svg",
                      converter));
    }
    if (code != 0) fail("cannot run rsvg-convert", code);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (!waited_) wait();
  }
  int wait() {
    waited_ = true;
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0) {
      if (errno != EINTR) return -1;
    }
    return status;
  }

 private:
  pid_t pid_ = 0;
  bool waited_ = false;
};

std::string read_all(int fd) {
  std::string out;
  std::array<char, 65536> bytes{};
  while (true) {
    const ssize_t n = ::read(fd, bytes.data(), bytes.size());
    if (n == 0) return out;
    if (n > 0) {
      out.append(bytes.data(), static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      fail("cannot read from rsvg-convert", errno);
    }
  }
}

}  // namespace

std::string run_rsvg_convert(std::vector<std::string> arguments, std::string_view input) {
  const File in = file_with(input);
  const File errors = temporary_file();
  int ends[2];
  if (!sys::make_pipe(ends[0], ends[1])) fail("no pipe", errno);
  io::FileDescriptor read_end(ends[0]);
  io::FileDescriptor write_end(ends[1]);

  Actions actions;
  actions.connect(fileno(in.get()), STDIN_FILENO);
  actions.connect(write_end.get(), STDOUT_FILENO);
  actions.connect(fileno(errors.get()), STDERR_FILENO);
  arguments.insert(arguments.begin(), converter);
  Child child(arguments, actions);
  write_end = io::FileDescriptor();  // or reading would never end
  // Declared after the child: closed before it is waited for, whatever is thrown.
  const io::FileDescriptor from_child = std::move(read_end);

  std::string output = read_all(from_child.get());
  const int status = child.wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw_system(fmt::format("plot: rsvg-convert failed: {}: choose a file that ends in .svg",
                             first_line(errors.get())));
  }
  return output;
}

}  // namespace qualm::plot
