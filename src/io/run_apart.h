// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "io/file_descriptor.h"

namespace qualm::io {

/// Hands bytes to the process that waits for them.
using SendBytes = std::function<void(std::string_view bytes)>;

/// Runs `work` in a process of its own that can open no file but `own_file`, write none, and use
/// neither much memory nor endless time, so that a library that fails on damaged bytes takes nobody
/// with it. `take` gets in order what `work` sends, short messages as they were sent. An Error of
/// `work` is thrown here; throws data, naming `label`, if the process ends in any other way.
void run_apart(const std::string& label, const std::string& own_file,
               const std::function<void(const SendBytes& send)>& work,
               const std::function<void(std::string_view bytes)>& take);

}  // namespace qualm::io
