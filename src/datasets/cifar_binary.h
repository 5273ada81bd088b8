// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "qualm/datasets/load.h"

namespace qualm {

/// A record of CIFAR-10's binary files: a label, then 32 x 32 pixels of red, of green, of blue.
inline constexpr std::uint64_t cifar_record_bytes = 1 + 3 * 32 * 32;

/// Reads files of such records, one after the other; the first `limit` of all (0: all).
/// Throws data if a file does not end with a record.
void read_cifar_binary(std::span<const std::string> paths, std::size_t limit, Dataset& into);

}  // namespace qualm
