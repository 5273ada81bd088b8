// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "io/source.h"
#include "qualm/io.h"

namespace qualm::io {

/// What the content of a file says it is.
enum class Format { npy, zip, idx, safetensors, hdf5, gzip, json_lines, text };

/// Judges by the first bytes. Throws data, saying what it looks like and how to export it, if it is
/// something else: empty, a pickle, a picture, ...
[[nodiscard]] Format tell_format(const std::string& label, std::string_view start);

/// One reader per format. Each throws data if the file is damaged or does not fit.
[[nodiscard]] StoredArray open_npy(const SourceFile& file, bool may_have_no_rows = false);
[[nodiscard]] StoredArray open_npz(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] StoredArray open_idx(const SourceFile& file);
[[nodiscard]] StoredArray open_safetensors(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] StoredArray open_hdf5(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] StoredArray open_json_lines(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] StoredArray open_csv(const SourceFile& file, const OpenOptions& options);

/// How many bytes a .npy file of numbers has by its header; no_limit where the header is longer
/// than `start`. Throws data if it is damaged or holds no numbers.
[[nodiscard]] std::uint64_t npy_file_size(const std::string& label, std::string_view start);

/// The same of an idx file in a gzip file.
[[nodiscard]] std::uint64_t idx_file_size(const SourceFile& packed, std::string_view start);

/// What the content of a gzip file says it is. Throws as tell_format does, and data if it is a gzip
/// file again.
[[nodiscard]] Format tell_packed_format(const SourceFile& packed);
/// The content. Throws data if it is damaged, a bomb, or longer than the header of an idx file
/// says.
[[nodiscard]] SourceFile unpacked(const SourceFile& packed, Format format);

/// One entry per row, numbers or texts. Each throws data if the file does not hold such a list.
[[nodiscard]] Entries npy_entries(const SourceFile& file, const EntryShare& wanted);
[[nodiscard]] bool holds_npy_texts(const SourceFile& file);  ///< else numbers
[[nodiscard]] Entries npz_entries(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] Entries csv_entries(const SourceFile& file, const OpenOptions& options);
[[nodiscard]] Entries json_entries(const SourceFile& file, const OpenOptions& options);

/// All numbers of an array, in C order; or, if its rows are contiguous, those of a share of them.
[[nodiscard]] Entries entries_of(const StoredArray& array, const Share& share = {});
/// Some rows of an array in C order: the places along its first axis.
[[nodiscard]] StoredArray rows_of(StoredArray array, const RowRange& rows);

/// Whether the file is a .npy that holds numbers rather than texts.
[[nodiscard]] bool is_npy_of_numbers(const std::string& path);

/// True if the bytes begin like a safetensors file.
[[nodiscard]] bool is_safetensors(std::string_view start) noexcept;

/// The names of the arrays in a file that holds several.
[[nodiscard]] std::vector<std::string> npz_array_names(const SourceFile& file);
[[nodiscard]] std::vector<std::string> safetensors_names(const SourceFile& file);
[[nodiscard]] std::vector<std::string> hdf5_names(const SourceFile& file);

/// The reader of that format; a key matters where there are names.
[[nodiscard]] StoredArray open_as(Format format, const SourceFile& file,
                                  const OpenOptions& options);

/// How to get an array out of a PyTorch file; the sentence is shared by its two file formats.
inline constexpr std::string_view torch_refusal =
    "is a PyTorch file, which can run code when it is loaded; export it in Python: "
    "numpy.save(\"p.npy\", "
    "torch.load(\"p.pt\").detach().cpu().numpy())";

}  // namespace qualm::io
