// SPDX-License-Identifier: Apache-2.0
#include "training/torch/workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <new>

#include "io/text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::training {
namespace {

constexpr int failed = 100;  ///< exit code of a worker that sent its error

[[noreturn]] void fail(const char* what) {
  throw_system(fmt::format("{}: {}", what, io::system_text(errno)));
}

/// Messages are lines "<pid> <kind> <text>"; kind 'r' is a report, a digit the kind of an error.
void send(int descriptor, char kind, const std::string& text) {
  const std::string message = fmt::format("{} {} {}\n", ::getpid(), kind, text);
  std::size_t sent = 0;
  while (sent < message.size()) {
    const ssize_t n = ::write(descriptor, message.data() + sent, message.size() - sent);
    if (n < 0 && errno != EINTR) return;  // nobody is left to listen
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
}

}  // namespace

Workers::Workers() {
  void* const memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("memory for workers");
  shared_ = new (memory) Shared;
  int ends[2];
  if (!sys::make_pipe(ends[0], ends[1])) fail("pipe for workers");
  read_end_ = io::FileDescriptor(ends[0]);
  write_end_ = io::FileDescriptor(ends[1]);
  ::fcntl(read_end_.get(), F_SETFL, O_NONBLOCK);
}

Workers::~Workers() {
  for (const auto& [process, worker] : running_) ::kill(process, SIGKILL);
  for (const auto& [process, worker] : running_) ::waitpid(process, nullptr, 0);
  ::munmap(shared_, sizeof(Shared));
}

void Workers::start(std::size_t id, const std::function<int()>& task) {
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) fail("a worker cannot be started");
  if (process > 0) {
    running_[process] = {id, {}, 0};
    return;
  }
  running_.clear();
  sys::die_with_parent();
  if (::getppid() != parent) ::_exit(failed);  // killed before we asked to be told
  // Ctrl-C reaches every process of the terminal; only the parent decides what it means.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  work(task);
}

void Workers::work(const std::function<int()>& task) {
  int result = failed;
  const auto send_error = [&](ErrorKind kind, const char* what) {
    send(write_end_.get(), static_cast<char>('0' + static_cast<int>(kind)),
         io::printable(what, 1000));
  };
  try {
    result = task();
  } catch (const Error& error) {
    send_error(error.kind(), error.message().c_str());
  } catch (const std::bad_alloc&) {
    send_error(ErrorKind::system, "out of memory");
  } catch (const std::exception& error) {
    const std::string_view what = error.what();
    // LibTorch says out of memory in its own way, and adds a trace of many lines to everything.
    const bool no_memory = what.find("not enough memory") != std::string_view::npos;
    const std::string_view said = what.substr(std::min(what.find_first_not_of("\n "), what.size()));
    send_error(no_memory ? ErrorKind::system : ErrorKind::internal,
               no_memory ? "out of memory" : std::string(said.substr(0, said.find('\n'))).c_str());
  }
  ::_exit(result);  // without the parent's destructors
}

void Workers::report(const std::string& line) const {
  send(write_end_.get(), 'r', line);
}

void Workers::wait(int milliseconds, const Events& events) {
  pollfd waiting{read_end_.get(), POLLIN, 0};
  ::poll(&waiting, 1, milliseconds);
  // Dead workers are found first, so that all they said is in the pipe when it is read.
  reap(events);
}

void Workers::read_messages(const Events& events) {
  char buffer[4096];
  for (;;) {
    const ssize_t n = ::read(read_end_.get(), buffer, sizeof(buffer));
    if (n <= 0) break;
    pending_.append(buffer, static_cast<std::size_t>(n));
  }
  for (std::size_t end; (end = pending_.find('\n')) != std::string::npos;) {
    const std::string message = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    take_message(message, events);
  }
}

void Workers::take_message(const std::string& message, const Events& events) {
  const std::size_t blank = message.find(' ');
  const auto worker = running_.find(static_cast<pid_t>(std::stol(message)));
  const char kind = message[blank + 1];
  const std::string text = message.substr(blank + 3);
  if (kind == 'r') return events.report(text);
  if (worker == running_.end()) return;
  worker->second.error = text;
  worker->second.error_kind = kind - '0';
}

void Workers::reap(const Events& events) {
  int status = 0;
  const pid_t process = ::waitpid(-1, &status, WNOHANG);
  read_messages(events);
  if (process <= 0) return;
  const auto found = running_.find(process);
  if (found == running_.end()) return;
  const Worker worker = found->second;
  running_.erase(found);
  const bool has_failed = WIFEXITED(status) && WEXITSTATUS(status) == failed;
  if (has_failed && worker.error.empty()) {
    throw Error(ErrorKind::internal, "a worker failed without saying why");
  }
  if (!worker.error.empty()) throw Error(static_cast<ErrorKind>(worker.error_kind), worker.error);
  if (WIFSIGNALED(status)) {
    throw_system(
        fmt::format("a worker was killed by signal {}{}: run the same command again (a training "
                    "resumes from the last complete epoch)",
                    WTERMSIG(status), WTERMSIG(status) == SIGKILL ? " (maybe out of memory)" : ""));
  }
  events.finished(worker.id, WEXITSTATUS(status));
}

}  // namespace qualm::training
