// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::training {

/// A zip archive, as LibTorch writes them, with the SHA-256 of its bytes in the archive's comment:
/// the file carries its own checksum, and readers of zip archives skip it. Needs an archive without
/// a comment.
[[nodiscard]] std::string sealed(std::string archive);

enum class Seal {
  intact,
  missing,  ///< an archive without a comment: an older qualm, or somebody else, wrote it
  broken    ///< not the bytes that were sealed
};
[[nodiscard]] Seal seal_of(std::string_view bytes);

/// Whether the file ends as an archive without a seal does. Nothing is verified.
[[nodiscard]] bool lacks_seal(const std::string& path);

/// The bytes of a file. Throws system if it cannot be read.
[[nodiscard]] std::string read_bytes(const std::string& path);

/// Throws data with the `remedy` if a record of a zip archive is not what its CRC-32 says, which
/// LibTorch does not look at. Says nothing of headers, of other files, or without libzip.
void check_records(const std::string& path, std::string_view remedy);

}  // namespace qualm::training
