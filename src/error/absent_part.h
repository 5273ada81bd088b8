// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm {

/// Throws system: "<what> needs <library>, and this qualm was built without it: install <package>
/// and build again". For what a build leaves out where CMake does not find a library.
[[noreturn]] void throw_absent(std::string_view what, std::string_view library,
                               std::string_view package);

}  // namespace qualm
