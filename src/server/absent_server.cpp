// SPDX-License-Identifier: Apache-2.0
// Compiled instead of server.cpp where libmicrohttpd was not found.
#include "error/absent_part.h"
#include "qualm/server.h"

namespace qualm::server {

struct Server::Running {};

Server::Server(const page::Page& /*page*/, const Options& /*options*/) {
  throw_absent("qualm serve", "libmicrohttpd", "libmicrohttpd-dev");
}
Server::~Server() = default;
std::string Server::url() const {
  return {};
}

}  // namespace qualm::server
