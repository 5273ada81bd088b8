// SPDX-License-Identifier: Apache-2.0
#include "qualm/server.h"

#include <fmt/format.h>
#include <microhttpd.h>
#include <strings.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>

#include "qualm/error.h"
#include "server/guard.h"
#include "server/listening_socket.h"
#include "server/routes.h"
#include "server/shown_page.h"
#include "server/strangers.h"
#include "system/system_calls.h"

namespace qualm::server {
namespace {

// Strangers never fill a thread's share of the connections.
constexpr unsigned most_connections = 256, most_strangers = 32, n_threads = 4;
constexpr unsigned seconds_of_silence = 30, seconds_of_strangers = 5;
constexpr std::size_t most_header_bytes = std::size_t{32} << 10U;
constexpr std::ptrdiff_t most_parameters = 64;
// Small files are measured in less: then nobody sees that there was something to wait for.
constexpr std::chrono::milliseconds longest_wait{500};

std::optional<std::string_view> value(MHD_Connection* connection, MHD_ValueKind kind,
                                      const char* name) {
  const char* text = MHD_lookup_connection_value(connection, kind, name);
  return text == nullptr ? std::nullopt : std::optional<std::string_view>(text);
}

MHD_Result collect(void* parameters, MHD_ValueKind /*kind*/, const char* name, const char* text) {
  static_cast<Parameters*>(parameters)->emplace(name, text == nullptr ? "" : text);
  return MHD_YES;
}

/// How often each header came of which one is enough.
struct HeaderCounts {
  static constexpr std::array names = {"Host", "Origin", "Content-Length", "Transfer-Encoding",
                                       "Cookie"};
  std::array<unsigned, names.size()> counts{};

  static MHD_Result add(void* self, MHD_ValueKind /*kind*/, const char* name,
                        const char* /*text*/) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      static_cast<HeaderCounts*>(self)->counts[i] += strcasecmp(name, names[i]) == 0 ? 1U : 0U;
    }
    return MHD_YES;
  }
};

bool has_repeated_header(MHD_Connection* connection) {
  HeaderCounts found;
  MHD_get_connection_values(connection, MHD_HEADER_KIND, &HeaderCounts::add, &found);
  return *std::max_element(found.counts.begin(), found.counts.end()) > 1;
}

int descriptor_of(MHD_Connection* connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/// Sees an address before its parameters are taken apart. libmicrohttpd has no memory left for an
/// answer where there are very many, so they are answered here.
void* refuse_many_parameters(void* /*self*/, const char* address, MHD_Connection* connection) {
  const std::string_view text = address;
  if (std::count(text.begin(), text.end(), '&') < most_parameters) return nullptr;
  constexpr std::string_view answer =
      "HTTP/1.1 414 URI Too Long\r\nContent-Type: text/plain\r\nContent-Length: 20\r\n"
      "Connection: close\r\n\r\ntoo many parameters\n";
  const int descriptor = descriptor_of(connection);
  sys::send_at_once(descriptor, answer);
  ::shutdown(descriptor, SHUT_WR);
  return nullptr;
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
  ShownPage page;
  const std::string address;
  const ListeningSocket socket;
  const Guard guard;
  const std::string policy = server::policy();
  const std::string cookie =
      fmt::format("qualm_{}", socket.port());  // they do not tell ports apart
  Strangers strangers{{most_strangers, std::chrono::seconds(seconds_of_strangers)},
                      [](int descriptor) { ::shutdown(descriptor, SHUT_RDWR); }};
  MHD_Daemon* daemon = nullptr;
  const EverySecond watch{[this] { strangers.cut_late(); }};

  explicit Running(const Options& options)
      : address(options.address),
        socket(options.address, options.port),
        guard(make_token(), address, socket.port()) {
    daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, 0, nullptr, nullptr, &Running::handle, this,
        MHD_OPTION_LISTEN_SOCKET, socket.descriptor(), MHD_OPTION_NOTIFY_CONNECTION,
        &Running::notice, this, MHD_OPTION_URI_LOG_CALLBACK, &refuse_many_parameters, this,
        MHD_OPTION_CONNECTION_LIMIT, most_connections, MHD_OPTION_CONNECTION_TIMEOUT,
        seconds_of_silence, MHD_OPTION_CONNECTION_MEMORY_LIMIT, most_header_bytes,
        MHD_OPTION_THREAD_POOL_SIZE, n_threads, MHD_OPTION_END);
    if (daemon == nullptr) throw_system("libmicrohttpd cannot start its threads");
  }
  ~Running() { MHD_stop_daemon(daemon); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  static void notice(void* self, MHD_Connection* connection, void** /*socket_context*/,
                     MHD_ConnectionNotificationCode what) {
    Strangers& strangers = static_cast<Running*>(self)->strangers;
    const int descriptor = descriptor_of(connection);
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
      strangers.connected(descriptor);
    } else {
      strangers.disconnected(descriptor);
    }
  }

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
    if (answer.closes) header("Connection", "close");
    if (answer.is_early) header("Retry-After", "1");
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
    facts.has_repeated_header = has_repeated_header(connection);
    facts.cookie_token = value(connection, MHD_COOKIE_KIND, cookie.c_str());
    if (path == "/") facts.query_token = value(connection, MHD_GET_ARGUMENT_KIND, "token");
    return facts;
  }

  MHD_Result reply(MHD_Connection* connection, std::string_view path, const RequestFacts& facts) {
    if (const unsigned status = guard.refuse(facts); status != 0) {
      return send(connection, {status, "text/plain", "refused\n", true});
    }
    strangers.showed_token(descriptor_of(connection));
    if (facts.query_token) {  // out of the address, into a cookie
      return send(connection, {303, "text/plain", ""}, "/",
                  fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie, guard.token()));
    }
    Parameters parameters;
    const int count =
        MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, collect, &parameters);
    if (static_cast<std::size_t>(count) != parameters.size()) {
      return send(connection, {400, "text/plain", "a parameter is given twice\n"});
    }
    const page::Page* const shown = page.wait(longest_wait);
    return send(connection, shown == nullptr ? answer_early(path, page.percent())
                                             : answer(*shown, path, parameters));
  }

  static MHD_Result handle(void* self, MHD_Connection* connection, const char* path,
                           const char* method, const char* /*version*/, const char* /*data*/,
                           std::size_t* /*size*/, void** seen) {
    auto* running = static_cast<Running*>(self);
    try {
      const RequestFacts facts = running->facts_of(connection, path, method);
      // A body is never waited for; without one the answer waits for the second call, so that the
      // connection can be used again.
      if (*seen == nullptr && !facts.has_body && !facts.has_repeated_header) {
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

Server::Server(const Options& options) : running_(std::make_unique<Running>(options)) {}

Server::Server(const page::Page& page, const Options& options) : Server(options) {
  show(page);
}

void Server::report(std::uint64_t done, std::uint64_t total) noexcept {
  running_->page.report(done, total);
}

void Server::show(const page::Page& page) noexcept {
  running_->page.set(page);
}

Server::~Server() = default;

std::string Server::url() const {
  return fmt::format("http://{}/?token={}", authority(running_->address, running_->socket.port()),
                     running_->guard.token());
}

}  // namespace qualm::server
