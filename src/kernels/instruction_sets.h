// SPDX-License-Identifier: Apache-2.0
// Included before Highway: which instruction sets are compiled.
#pragma once

// Two of x86 that no wider CPU lacks, and those of ARM and RISC-V whose vectors have no fixed
// length: arrays of them are not C++. ARM CPUs that have SVE have NEON.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
