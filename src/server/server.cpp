// SPDX-License-Identifier: Apache-2.0
#include "qualm/server.h"

#include <fmt/format.h>
#include <microhttpd.h>

#include <exception>

#include "qualm/error.h"
#include "server/guard.h"
#include "server/listening_socket.h"
#include "server/routes.h"

namespace qualm::server {
namespace {

constexpr unsigned most_connections = 32, seconds_of_silence = 30, n_threads = 4;
constexpr std::size_t most_header_bytes = std::size_t{32} << 10U;

std::optional<std::string_view> value(MHD_Connection* connection, MHD_ValueKind kind,
                                      const char* name) {
  const char* text = MHD_lookup_connection_value(connection, kind, name);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
}

MHD_Result collect(void* parameters, MHD_ValueKind /*kind*/, const char* name, const char* text) {
  static_cast<Parameters*>(parameters)->emplace(name, text == nullptr ? "" : text);
  return MHD_YES;
}

/// Headers of every answer: nothing is kept, framed, guessed or loaded from elsewhere.
std::string policy() {
  return fmt::format(
      "default-src 'none'; script-src {}; style-src {}; img-src 'self' data: blob:; "
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      page::script_hash(), page::style_hash());
}

}  // namespace

struct Server::Running {
  const page::Page& page;
  const std::string address;
  const ListeningSocket socket;
  const Guard guard;
  const std::string policy = server::policy();
  const std::string cookie =
      fmt::format("qualm_{}", socket.port());  // they do not tell ports apart
  MHD_Daemon* daemon = nullptr;

  Running(const page::Page& shown, const Options& options)
      : page(shown),
        address(options.address),
        socket(options.address, options.port),
        guard(make_token(), address, socket.port()) {
    daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, 0, nullptr, nullptr,
                              &Running::handle, this, MHD_OPTION_LISTEN_SOCKET, socket.descriptor(),
                              MHD_OPTION_CONNECTION_LIMIT, most_connections,
                              MHD_OPTION_CONNECTION_TIMEOUT, seconds_of_silence,
                              MHD_OPTION_CONNECTION_MEMORY_LIMIT, most_header_bytes,
                              MHD_OPTION_THREAD_POOL_SIZE, n_threads, MHD_OPTION_END);
    if (daemon == nullptr) throw_system("libmicrohttpd cannot start its threads");
  }
  ~Running() { MHD_stop_daemon(daemon); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  MHD_Result send(MHD_Connection* connection, const Answer& answer,
                  const std::string& location = {}, const std::string& set_cookie = {}) const {
    MHD_Response* response = MHD_create_response_from_buffer(
        answer.body.size(), const_cast<char*>(answer.body.data()), MHD_RESPMEM_MUST_COPY);
    const auto header = [&](const char* name, const std::string& text) {
      MHD_add_response_header(response, name, text.c_str());
    };
    header("Content-Type", std::string(answer.type));
    header("Content-Security-Policy", policy);
    header("X-Content-Type-Options", "nosniff");
    header("X-Frame-Options", "DENY");
    header("Referrer-Policy", "no-referrer");
    header("Cross-Origin-Opener-Policy", "same-origin");
    header("Cross-Origin-Resource-Policy", "same-origin");
    header("Cache-Control", "no-store");
    if (!location.empty()) header("Location", location);
    if (!set_cookie.empty()) header("Set-Cookie", set_cookie);
    const MHD_Result queued = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return queued;
  }

  [[nodiscard]] RequestFacts facts_of(MHD_Connection* connection, std::string_view path,
                                      std::string_view method) const {
    const auto length = value(connection, MHD_HEADER_KIND, "Content-Length");
    RequestFacts facts;
    facts.method = method;
    facts.host = value(connection, MHD_HEADER_KIND, "Host");
    facts.origin = value(connection, MHD_HEADER_KIND, "Origin");
    facts.has_body = (length && *length != "0") ||
                     value(connection, MHD_HEADER_KIND, "Transfer-Encoding").has_value();
    facts.cookie_token = value(connection, MHD_COOKIE_KIND, cookie.c_str());
    if (path == "/") facts.query_token = value(connection, MHD_GET_ARGUMENT_KIND, "token");
    return facts;
  }

  MHD_Result reply(MHD_Connection* connection, std::string_view path,
                   const RequestFacts& facts) const {
    if (const unsigned status = guard.refuse(facts); status != 0) {
      return send(connection, {status, "text/plain", "refused\n"});
    }
    if (facts.query_token) {  // out of the address, into a cookie
      return send(connection, {303, "text/plain", ""}, "/",
                  fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie, guard.token()));
    }
    Parameters parameters;
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, collect, &parameters);
    return send(connection, answer(page, path, parameters));
  }

  static MHD_Result handle(void* self, MHD_Connection* connection, const char* path,
                           const char* method, const char* /*version*/, const char* /*data*/,
                           std::size_t* /*size*/, void** seen) {
    auto* running = static_cast<Running*>(self);
    try {
      const RequestFacts facts = running->facts_of(connection, path, method);
      // A body is never waited for; without one the answer waits for the second call, so that the
      // connection can be used again.
      if (*seen == nullptr && !facts.has_body) {
        *seen = self;
        return MHD_YES;
      }
      return running->reply(connection, path, facts);
    } catch (const std::exception&) {
      return MHD_NO;  // closes the connection
    }
  }
};

void require_server() {}

Server::Server(const page::Page& page, const Options& options)
    : running_(std::make_unique<Running>(page, options)) {}

Server::~Server() = default;

std::string Server::url() const {
  return fmt::format("http://{}/?token={}", authority(running_->address, running_->socket.port()),
                     running_->guard.token());
}

}  // namespace qualm::server
