// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "qualm/page.h"

namespace qualm::server {

struct Options {
  std::string address = "127.0.0.1";  ///< IPv4 or IPv6, without brackets
  std::uint16_t port = 0;             ///< 0: any that is free
};

/// Throws system, naming the library, where qualm was built without a server.
void require_server();

/// Serves a page over HTTP until destroyed. Requests need the token in url() and are limited to the
/// routes of docs/page.md; files are not accessible.
class Server {
 public:
  /// Listens before there is a page: requests get 503 until then, see docs/page.md. Throws usage
  /// for a bad address, system if it cannot listen.
  explicit Server(const Options& options);
  /// The same, and shows a page, which must outlive the server.
  Server(const page::Page& page, const Options& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Sets the progress that is shown until there is a page. Any thread may call it.
  void report(std::uint64_t done, std::uint64_t total) noexcept;
  /// From now on shows this page, which must outlive the server.
  void show(const page::Page& page) noexcept;

  /// The URL to open in a browser, including the token.
  [[nodiscard]] std::string url() const;

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

}  // namespace qualm::server
