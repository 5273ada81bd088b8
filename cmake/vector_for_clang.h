// SPDX-License-Identifier: Apache-2.0
// Included before LibTorch's headers where clang reads them. In C++20 the functions of libstdc++'s
// std::vector are constexpr, and clang asks for complete types as soon as it sees them; LibTorch
// has vectors of types that it completes later. Here they are as in C++17.
#include <string>
#ifdef __GLIBCXX__
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR
#define __fill_a1 __fill_a1_of_bits  // declared constexpr already
#include <vector>
#undef __fill_a1
#undef _GLIBCXX20_CONSTEXPR
#define _GLIBCXX20_CONSTEXPR constexpr
#endif
