// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qualm/datasets/search.h"
#include "qualm/progress.h"

namespace qualm {

enum class FileVerdict {
  right,      ///< the content is the published one
  different,  ///< it is not
  missing,    ///< there is no such file
  unknown,    ///< no published checksum; the length was compared if known
};
[[nodiscard]] std::string_view name(FileVerdict verdict) noexcept;

struct CheckedFile {
  std::string split, name;
  std::string path;  ///< "" if missing
  FileVerdict verdict = FileVerdict::missing;
  std::string detail;  ///< one line: how it differs
};

/// Compares a file's content, unpacked, with the published one: by sha256, or by the md5 of the
/// file as published where nothing else is known. Throws system if it cannot be read.
[[nodiscard]] CheckedFile check_file(const DatasetFile& file, const std::string& path,
                                     const Progress& progress = {});
/// Checks every file of every split.
[[nodiscard]] std::vector<CheckedFile> check_dataset(const FoundDataset& found,
                                                     const Progress& progress = {});

}  // namespace qualm
