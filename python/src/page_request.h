// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "held_pictures.h"
#include "qualm/page.h"
#include "source.h"

namespace qualm::python {

using NamedSources = std::vector<std::pair<std::string, const Source*>>;

/// What report() and serve() show. It refers to its arguments.
[[nodiscard]] page::Request page_request(const Source& inside, const NamedSources& outside,
                                         const MeasureOptions& measures,
                                         const HeldPictures& pictures, const std::string& title,
                                         std::size_t n_rows, std::uint64_t seed);

}  // namespace qualm::python
