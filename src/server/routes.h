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
  bool closes = false;    ///< nothing more is taken from this connection
  bool is_early = false;  ///< to be asked again in a second
};

/// What one of the fixed routes says; 404 for any other path, 400 for parameters that do not fit.
[[nodiscard]] Answer answer(const page::Page& page, std::string_view path,
                            const Parameters& parameters);

/// What the same routes say while the page is computed: 503, from / as a page that asks again.
[[nodiscard]] Answer answer_early(std::string_view path, unsigned percent);

}  // namespace qualm::server
