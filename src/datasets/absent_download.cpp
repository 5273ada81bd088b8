// SPDX-License-Identifier: Apache-2.0
// Compiled instead of download.cpp where libcurl was not found.
#include "datasets/download.h"
#include "error/absent_part.h"

namespace qualm {

DownloadFailure download(const std::string& address, std::uint64_t /*most_bytes*/,
                         PartFile& /*part*/, const Progress& /*progress*/) {
  throw_absent(address + ": downloading", "libcurl", "libcurl4-openssl-dev");
}

}  // namespace qualm
