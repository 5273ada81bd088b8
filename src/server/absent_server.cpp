// SPDX-License-Identifier: Apache-2.0
// Compiled instead of server.cpp where libmicrohttpd was not found.
#include "error/absent_part.h"
#include "qualm/server.h"

namespace qualm::server {

struct Server::Running {};

void require_server() {
  throw_absent("qualm serve", "libmicrohttpd", "libmicrohttpd-dev");
}

Server::Server(const Options& /*options*/) {
  require_server();
}
Server::Server(const page::Page& /*page*/, const Options& /*options*/) {
  require_server();
}
Server::~Server() = default;
void Server::report(std::uint64_t /*done*/, std::uint64_t /*total*/) noexcept {}
void Server::show(const page::Page& /*page*/) noexcept {}
std::string Server::url() const {
  return {};
}

}  // namespace qualm::server
