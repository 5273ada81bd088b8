// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm::cli {

struct EnvironmentVariable {
  std::string_view name, meaning;
};

/// The environment variables that change what qualm does.
inline constexpr EnvironmentVariable environment_variables[] = {
    {"NO_COLOR", "if set and not empty: no colour unless --color always"},
    {"QUALM_DATA", "a folder with data sets, each in a folder of its name"},
    {"QUALM_TARGET",
     "which instruction set to use: avx3, avx2, sse4 or emu128; by default the best one here. The "
     "results are the same."},
    {"QUALM_TORCH",
     "the program that trains and predicts; by default qualm-torch beside qualm or in "
     "its libexec folder"},
};

}  // namespace qualm::cli
