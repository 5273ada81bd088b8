// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/page.h"
#include "server/parameters.h"

namespace qualm::server {

struct Answer {
  unsigned status = 200;
  std::string_view type = "text/plain; charset=utf-8";
  std::string body;
  bool closes = false;  ///< nothing more is taken from this connection
};

/// What one of the fixed routes says; 404 for any other path, 400 for parameters that do not fit.
[[nodiscard]] Answer answer(const page::Page& page, std::string_view path,
                            const Parameters& parameters);

}  // namespace qualm::server
