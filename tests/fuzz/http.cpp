// SPDX-License-Identifier: Apache-2.0
// Bytes sent to a running `qualm serve`, from the request line on. "{token}" and "{port}" stand for
// those of the server. Without the token nobody gets more than a refusal, and whatever was sent,
// the next one is answered.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>

#include "fuzz/bytes_file.h"
#include "qualm/error.h"
#include "qualm/server.h"

namespace fuzz {
namespace {

constexpr int longest_wait_ms = 20, patience_ms = 20000;

/// A page of two rows, and who serves it.
class Served {
 public:
  Served() {
    static constexpr std::string_view csv = "cat,dog\n0.7,0.3\n0.25,0.75\n";
    static const BytesFile file({reinterpret_cast<const std::uint8_t*>(csv.data()), csv.size()});
    qualm::page::Job job;
    job.measured.files.paths = {file.path()};
    page_.emplace(qualm::page::open(job));
    server_.emplace(*page_, qualm::server::Options{});
    const std::string url = server_->url();  // http://127.0.0.1:PORT/?token=TOKEN
    const std::size_t colon = url.rfind(':'), slash = url.find('/', colon);
    port_ = url.substr(colon + 1, slash - colon - 1);
    token_ = url.substr(url.find('=') + 1);
  }

  /// What comes back within a moment.
  [[nodiscard]] std::string ask(std::string request, int wait_ms) const {
    replace(request, "{token}", token_);
    replace(request, "{port}", port_);
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(std::stoul(port_)));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(::connect(descriptor, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0,
            "the server takes connections");
    ::send(descriptor, request.data(), request.size(), MSG_NOSIGNAL);
    std::string answer;
    std::array<char, 65536> piece;
    pollfd wait{descriptor, POLLIN, 0};
    while (::poll(&wait, 1, answer.empty() ? wait_ms : 0) == 1) {
      const ssize_t count = ::recv(descriptor, piece.data(), piece.size(), 0);
      if (count <= 0) break;
      answer.append(piece.data(), static_cast<std::size_t>(count));
    }
    // Closed at once: else the ports of a million connections would be waiting for their end.
    const linger at_once{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(descriptor);
    return answer;
  }

 private:
  static void replace(std::string& text, std::string_view name, const std::string& value) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
      text.replace(at, name.size(), value);
    }
  }

  std::optional<qualm::page::Page> page_;
  std::optional<qualm::server::Server> server_;
  std::string port_, token_;
};

bool lets_in(const std::string& answer) {
  for (const char* const start : {"HTTP/1.0 2", "HTTP/1.0 3", "HTTP/1.1 2", "HTTP/1.1 3"}) {
    if (answer.find(start) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void run_http(Bytes bytes) {
  static const Served served;
  const std::string request(bytes.begin(), bytes.end());
  const std::string answer = served.ask(request + "\r\n\r\n", longest_wait_ms);
  require(answer.empty() || answer.starts_with("HTTP/1."), "an answer is HTTP");
  require(!lets_in(answer) || request.find("{token}") != std::string::npos,
          "nobody gets in without the token");
  static unsigned count = 0;
  if (count++ % 256 != 0) return;
  const std::string good =
      "GET /summary HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: qualm_{port}={token}\r\n\r\n";
  require(lets_in(served.ask(good, patience_ms)), "the next one is answered");
}

}  // namespace fuzz
