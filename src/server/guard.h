// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qualm::server {

/// 128 random bits as text, from the system's generator. Throws system if there is none.
[[nodiscard]] std::string make_token();
/// In a time that does not depend on where they differ.
[[nodiscard]] bool same_token(std::string_view a, std::string_view b) noexcept;

/// "127.0.0.1:8000", "[::1]:8000": as browsers write it in Host and Origin.
[[nodiscard]] std::string authority(std::string_view address, std::uint16_t port);

/// What is known of a request before its route is looked at.
struct RequestFacts {
  std::string_view method;
  std::optional<std::string_view> host, origin;
  bool has_body = false;
  bool has_repeated_header = false;  ///< one of those that decide who asks, and for what
  std::optional<std::string_view> cookie_token, query_token;
};

/// The one door that every request passes.
class Guard {
 public:
  Guard(std::string token, std::string_view address, std::uint16_t port);

  /// 0: let it in; else the status to answer with. A page of another site that has the browser ask
  /// us is stopped by Host (DNS rebinding), Origin or the cookie, whichever it lacks.
  [[nodiscard]] unsigned refuse(const RequestFacts& facts) const;
  [[nodiscard]] const std::string& token() const noexcept { return token_; }

 private:
  [[nodiscard]] bool is_ours(std::string_view host) const;
  std::string token_;
  std::vector<std::string> hosts_;
};

}  // namespace qualm::server
