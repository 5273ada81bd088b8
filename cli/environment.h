// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm::cli {

struct EnvironmentVariable {
  std::string_view name, meaning;
};

/// The environment variables that change what qualm does.
inline constexpr EnvironmentVariable environment_variables[] = {
    {"COLUMNS", "width of tables"},
    {"NO_COLOR", "if set and not empty: no colour unless --color always"},
    {"OMP_NUM_THREADS", "number of threads, unless --threads is given"},
    {"QUALM_DATA", "a folder with data sets, each in a folder of its name"},
    {"QUALM_MPI", "off: processes started together by mpirun are independent"},
    {"QUALM_TARGET",
     "instruction set to use: avx3 (AVX-512), avx2, sse4 or portable, on ARM neon; by default the "
     "best one of this machine. The results are the same."},
    {"QUALM_TORCH",
     "the program that trains and predicts; by default qualm-torch beside qualm or in "
     "its libexec folder"},
    {"TMPDIR", "folder for temporary files"},
};

}  // namespace qualm::cli
