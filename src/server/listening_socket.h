// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace qualm::server {

/// A TCP socket that listens. Whom it is handed to closes it.
class ListeningSocket {
 public:
  /// Port 0: any that is free. Throws usage for a bad address, system if it cannot listen.
  ListeningSocket(const std::string& address, std::uint16_t port);

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

 private:
  int descriptor_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace qualm::server
