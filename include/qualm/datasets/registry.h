// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace qualm {

/// A published file of a data set. Unknown fields are empty or 0.
struct DatasetFile {
  std::string_view name;        ///< "train-images-idx3-ubyte.gz"
  std::uint64_t content_bytes;  ///< unpacked
  std::string_view sha256;      ///< of the unpacked content; identifies the published file
  std::string_view packed_md5 =
      {};  ///< of the published file, for files that may have been gzipped again
};

struct DatasetSplit {
  std::string_view name;  ///< "train" or "test"
  std::size_t n_instances;
  std::span<const DatasetFile> files;  ///< images, then labels, if separate
};

/// An archive that holds all files of a data set.
struct DatasetArchive {
  std::string_view name;
  std::uint64_t bytes = 0;
  std::string_view md5 = {}, sha256 = {};
};

/// How the files of a data set are laid out; see docs/datasets.md.
enum class DatasetLayout { idx, cifar_binary, matlab, npz };

/// A data set in the registry.
struct DatasetInfo {
  std::string_view name;   ///< as on the command line: "fashion-mnist"
  std::string_view title;  ///< "FashionMNIST"
  DatasetLayout layout;
  std::array<std::size_t, 3> shape;  ///< of a picture: height, width, channels
  std::span<const std::string_view> class_names;
  std::uint32_t first_label;  ///< in the files; labels in memory start at 0
  bool transposed;            ///< rows and columns are swapped in the files; not in memory
  std::array<DatasetSplit, 2> splits;
  std::span<const std::string_view> addresses;  ///< download folders, in order
  DatasetArchive archive;                       ///< name empty: single files
  std::string_view licence;                     ///< one line
  std::string_view debian_package;              ///< empty: none
};

[[nodiscard]] std::span<const DatasetInfo> datasets() noexcept;
/// Throws usage, with the nearest name, if there is no such data set.
[[nodiscard]] const DatasetInfo& dataset_info(std::string_view name);
/// Throws usage, with the nearest name, if there is no such split.
[[nodiscard]] const DatasetSplit& split_of(const DatasetInfo& info, std::string_view split);

}  // namespace qualm
