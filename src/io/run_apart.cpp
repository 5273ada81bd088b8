// SPDX-License-Identifier: Apache-2.0
#include "io/run_apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <vector>

#include "io/text.h"
#include "qualm/error.h"
#include "system/sandbox.h"
#include "system/system_calls.h"

namespace qualm::io {
namespace {

constexpr std::size_t longest_frame = std::size_t{1} << 18U;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 30U;
constexpr rlim_t most_seconds = 600;

enum class FrameKind : std::uint32_t { bytes, error, end };
struct FrameHead {
  FrameKind kind = FrameKind::bytes;
  std::uint32_t size = 0;
};

// In the new process. It has one thread, and nobody looks at what is left undone when it fails.
class Worker {
 public:
  Worker(int pipe, const std::string& own_file, const std::string& label)
      : pipe_(pipe), own_file_(own_file), label_(label) {}

  [[noreturn]] void run(const std::function<void(const SendBytes& send)>& work) {
    try {
      give_up_rights();
      work([this](std::string_view bytes) { send_all(bytes); });
      send(FrameKind::end, {});
    } catch (const Error& error) {
      std::string text(1, static_cast<char>(error.kind()));
      text += error.message();
      send(FrameKind::error, std::string_view(text).substr(0, longest_frame));
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }

 private:
  void give_up_rights() const {
    for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
      std::signal(number, SIG_DFL);
    }
    sys::die_with_parent();
    // What a library says of its failure is nobody's business.
    if (const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC); nowhere >= 0) {
      ::dup2(nowhere, STDOUT_FILENO);
      ::dup2(nowhere, STDERR_FILENO);
    }
    const rlimit no_core{0, 0}, seconds{most_seconds, most_seconds};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setrlimit(RLIMIT_CPU, &seconds);
    sys::limit_more_memory(most_memory);
    if (!sys::confine_files({&own_file_, 1})) {
      throw_system(label_ + ": access rights cannot be restricted: " + system_text(errno));
    }
  }

  void send_all(std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), longest_frame))) {
      send(FrameKind::bytes, bytes.substr(0, longest_frame));
    }
  }

  void send(FrameKind kind, std::string_view bytes) {
    const FrameHead head{kind, static_cast<std::uint32_t>(bytes.size())};
    write_all({reinterpret_cast<const char*>(&head), sizeof head});
    write_all(bytes);
  }

  void write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(pipe_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) ::_exit(1);
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  int pipe_;
  const std::string& own_file_;
  const std::string& label_;
};

// Ends the process if nobody has waited for it.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    static_cast<void>(wait());
  }

  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    return status;
  }

 private:
  pid_t process_;
};

/// False if the bytes end before.
bool read_all_of(int pipe, std::span<char> out, const std::string& label) {
  while (!out.empty()) {
    const ssize_t count = ::read(pipe, out.data(), out.size());
    if (count < 0 && errno == EINTR) throw Error(ErrorKind::interrupted, label + ": interrupted");
    if (count <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

[[noreturn]] void throw_died(const std::string& label, int status) {
  const std::string how =
      WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status)) : "an unknown error";
  throw_data(fmt::format("{}: the library that reads it failed ({}): it is damaged; write it again",
                         label, how));
}

}  // namespace

void run_apart(const std::string& label, const std::string& own_file,
               const std::function<void(const SendBytes& send)>& work,
               const std::function<void(std::string_view bytes)>& take) {
  int ends[2] = {-1, -1};
  if (!sys::make_pipe(ends[0], ends[1])) throw_system(label + ": " + system_text(errno));
  FileDescriptor read_end(ends[0]), write_end(ends[1]);
  const pid_t process = ::fork();
  if (process < 0) throw_system(label + ": " + system_text(errno));
  if (process == 0) Worker(write_end.get(), own_file, label).run(work);
  Child child(process);
  write_end = FileDescriptor();

  std::vector<char> buffer;
  for (;;) {
    FrameHead head;
    std::array<char, sizeof head> start{};
    if (!read_all_of(read_end.get(), start, label)) throw_died(label, child.wait());
    std::memcpy(&head, start.data(), sizeof head);
    if (head.size > longest_frame) throw_died(label, 0);
    buffer.resize(head.size);
    if (!read_all_of(read_end.get(), buffer, label)) throw_died(label, child.wait());
    const std::string_view bytes(buffer.data(), buffer.size());
    if (head.kind == FrameKind::end) return;
    if (head.kind == FrameKind::error && !bytes.empty()) {
      const bool is_system = bytes[0] == static_cast<char>(ErrorKind::system);
      throw Error(is_system ? ErrorKind::system : ErrorKind::data, std::string(bytes.substr(1)));
    }
    take(bytes);
  }
}

}  // namespace qualm::io
