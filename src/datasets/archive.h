// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm {

/// Asked for each file of an archive, by its name without folders: where to write it, or nothing.
/// The archive's names never become paths.
using ChooseTarget = std::function<std::unique_ptr<io::Sink>(std::string_view name)>;

/// Unpacks a .zip or a gzipped tar file. Each file is finished when all of it was written.
/// Throws data if the archive is damaged or cut off, and what the sinks throw.
void unpack_archive(const std::string& path, const ChooseTarget& choose);

}  // namespace qualm
