// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace qualm {

/// A file of a data set, as its authors publish it. What is not known is empty or 0.
struct DatasetFile {
  std::string_view name;        ///< "train-images-idx3-ubyte.gz"
  std::uint64_t content_bytes;  ///< unpacked
  std::string_view sha256;  ///< of the unpacked content: it decides whether a file is the real one
  std::string_view packed_md5 = {};  ///< of the file as published, for what may be gzipped anew
};

struct DatasetSplit {
  std::string_view name;  ///< "train" or "test"
  std::size_t n_instances;
  std::span<const DatasetFile> files;  ///< pictures, then labels, where they are apart
};

/// An archive that holds all files of a data set.
struct DatasetArchive {
  std::string_view name;
  std::uint64_t bytes = 0;
  std::string_view md5 = {}, sha256 = {};
};

/// How the files of a data set are laid out; see docs/datasets.md.
enum class DatasetLayout { idx, cifar_binary, matlab, npz };

/// One row of the registry.
struct DatasetInfo {
  std::string_view name;   ///< as on the command line: "fashion-mnist"
  std::string_view title;  ///< "FashionMNIST"
  DatasetLayout layout;
  std::array<std::size_t, 3> shape;  ///< of a picture: height, width, channels
  std::span<const std::string_view> class_names;
  std::uint32_t first_label;  ///< in the files; labels in memory always begin with 0
  bool transposed;            ///< rows and columns of the files are swapped; upright in memory
  std::array<DatasetSplit, 2> splits;
  std::span<const std::string_view>
      addresses;                    ///< folders of the authors and of those who took over, in order
  DatasetArchive archive;           ///< name empty: the files are there one by one
  std::string_view licence;         ///< one line for people
  std::string_view debian_package;  ///< empty: none
};

[[nodiscard]] std::span<const DatasetInfo> datasets() noexcept;
/// Throws usage, with the nearest name, if there is no such data set.
[[nodiscard]] const DatasetInfo& dataset_info(std::string_view name);
/// Throws usage, with the nearest name, if there is no such split.
[[nodiscard]] const DatasetSplit& split_of(const DatasetInfo& info, std::string_view split);

}  // namespace qualm
