// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace qualm::evaluation {

// Not ISO C++, but in both compilers we build with; __extension__ keeps -Wpedantic content.
__extension__ typedef __int128 Int128;

}  // namespace qualm::evaluation
