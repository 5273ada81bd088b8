// SPDX-License-Identifier: Apache-2.0
#include "server/listening_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "io/text.h"
#include "qualm/error.h"
#include "server/guard.h"
#include "system/system_calls.h"

namespace qualm::server {
namespace {

/// An address as the system wants it.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  SocketAddress(const std::string& address, std::uint16_t port) {
    auto* v4 = reinterpret_cast<sockaddr_in*>(&storage);
    auto* v6 = reinterpret_cast<sockaddr_in6*>(&storage);
    if (inet_pton(AF_INET, address.c_str(), &v4->sin_addr) == 1) {
      v4->sin_family = AF_INET;
      v4->sin_port = htons(port);
      size = sizeof *v4;
    } else if (inet_pton(AF_INET6, address.c_str(), &v6->sin6_addr) == 1) {
      v6->sin6_family = AF_INET6;
      v6->sin6_port = htons(port);
      size = sizeof *v6;
    } else {
      throw_usage(fmt::format("{} is not an address: give one such as 127.0.0.1 or ::1",
                              io::in_quotes(address)));
    }
  }
  [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  [[nodiscard]] std::uint16_t port() const {
    return ntohs(storage.ss_family == AF_INET6
                     ? reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port
                     : reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
  }
};

}  // namespace

ListeningSocket::ListeningSocket(const std::string& address, std::uint16_t port) {
  SocketAddress where(address, port);
  descriptor_ = sys::stream_socket(where.storage.ss_family);
  const int yes = 1;
  const bool listens = descriptor_ >= 0 &&
                       setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                       bind(descriptor_, where.get(), where.size) == 0 &&
                       listen(descriptor_, SOMAXCONN) == 0 &&
                       getsockname(descriptor_, where.get(), &where.size) == 0;
  if (!listens) {
    const std::string why = io::system_text(errno);
    if (descriptor_ >= 0) close(descriptor_);
    throw_system(fmt::format("cannot listen on {}: {}; choose another address or port",
                             authority(address, port), why));
  }
  port_ = where.port();
}

}  // namespace qualm::server
