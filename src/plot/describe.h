// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plot/style.h"
#include "qualm/plot.h"

namespace qualm::plot {

/// What a figure shows, in words, for who cannot see it: titles, axes and labels of each panel.
[[nodiscard]] std::string describe(const Figure& figure, const StyleBook& styles);

}  // namespace qualm::plot
