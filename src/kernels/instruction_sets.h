// SPDX-License-Identifier: Apache-2.0
// Included before Highway: which instruction sets are compiled.
#pragma once

#ifdef QUALM_NO_AVX512
#define QUALM_AVX512_TARGETS (HWY_AVX3 | HWY_AVX3_DL)
#else
#define QUALM_AVX512_TARGETS HWY_AVX3_DL  // which does what AVX3 does
#endif

// Nor are SSSE3 (few CPUs have it and no SSE4), and those of ARM and RISC-V whose vectors have no
// fixed length: arrays of them are not C++. ARM CPUs that have SVE have NEON.
#define HWY_DISABLED_TARGETS \
  (QUALM_AVX512_TARGETS | HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// GCC before 12.3 has a bug in products of which only the upper half is kept (GCC bug 106322), for
// which Highway's portable target is one number at a time there. No kernel has such products.
#ifdef QUALM_PORTABLE_VECTORS
#define HWY_BROKEN_EMU128 0
#endif
