// SPDX-License-Identifier: Apache-2.0
#include "qualm/datasets/check.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>

#include "datasets/digest.h"
#include "qualm/error.h"

namespace qualm {
namespace {

/// By the content's length and sha256.
void check_content(const DatasetFile& file, const Progress& progress, CheckedFile& checked) {
  // One byte beyond the right length is enough to see that it is too long.
  const std::uint64_t most =
      file.content_bytes > 0 ? file.content_bytes + 1 : std::numeric_limits<std::uint64_t>::max();
  const FileDigest found = digest_of_content(checked.path, DigestKind::sha256, most, progress);
  checked.verdict = FileVerdict::different;
  if (file.content_bytes > 0 && found.bytes != file.content_bytes) {
    checked.detail =
        found.bytes < file.content_bytes
            ? fmt::format("holds {} bytes, should be {}: truncated", found.bytes,
                          file.content_bytes)
            : fmt::format("holds more than the {} bytes it should", file.content_bytes);
  } else if (file.sha256.empty()) {
    checked.verdict = FileVerdict::unknown;
    checked.detail = "its checksum is not known";
  } else if (found.hex != file.sha256) {
    checked.detail = fmt::format("sha256 {}, should be {}", found.hex, file.sha256);
  } else {
    checked.verdict = FileVerdict::right;
  }
}

bool is_as_published(const DatasetFile& file, const std::string& path, const Progress& progress) {
  return !file.packed_md5.empty() &&
         digest_of_file(path, DigestKind::md5, progress).hex == file.packed_md5;
}

}  // namespace

std::string_view name(FileVerdict verdict) noexcept {
  constexpr std::array<std::string_view, 4> names = {"right", "different", "missing", "unknown"};
  return names[static_cast<std::size_t>(verdict)];
}

CheckedFile check_file(const DatasetFile& file, const std::string& path, const Progress& progress) {
  CheckedFile checked{"", std::string(file.name), path, FileVerdict::unknown, ""};
  if (file.sha256.empty() && is_as_published(file, path, progress)) {
    checked.verdict = FileVerdict::right;
    return checked;
  }
  try {
    check_content(file, progress, checked);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) throw;
    checked.verdict = FileVerdict::different;
    checked.detail = error.what();
  }
  return checked;
}

std::vector<CheckedFile> check_dataset(const FoundDataset& found, const Progress& progress) {
  std::vector<CheckedFile> all;
  for (std::size_t s = 0; s < found.splits.size(); ++s) {
    const std::span<const DatasetFile> files = found.info->splits[s].files;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string& path = found.splits[s].paths[i];
      CheckedFile checked{"", std::string(files[i].name), "", FileVerdict::missing, ""};
      if (!path.empty()) checked = check_file(files[i], path, progress);
      checked.split = found.splits[s].split;
      all.push_back(std::move(checked));
    }
  }
  return all;
}

}  // namespace qualm
