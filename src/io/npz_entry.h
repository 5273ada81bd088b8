// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "io/array_header.h"
#include "io/zip_archive.h"
#include "qualm/io.h"

namespace qualm::io {

/// parse_npy_header or a relative of it; nothing if it does not want such an array.
using NpyHeaderParser =
    std::function<std::optional<ArrayHeader>(const std::string& label, std::string_view header)>;

/// An array of an .npz, read once to verify its CRC. Throws data if it is damaged or claims what
/// cannot be; nothing if `parse` gives nothing.
[[nodiscard]] std::optional<StoredArray> open_npz_entry(ZipArchive& archive, const ZipEntry& entry,
                                                        const std::string& label,
                                                        const NpyHeaderParser& parse);

/// Row by row the code points of an array that parse_npy_text_header describes, as UTF-8. Throws
/// data if one is not fit to be a name, or if there is more than a GiB of them.
[[nodiscard]] std::vector<std::string> texts_of(const StoredArray& array);

/// The entries of an array of one axis: texts or numbers. Throws data if it is another kind of
/// array.
[[nodiscard]] Entries entries_of_npz(ZipArchive& archive, const ZipEntry& entry,
                                     const std::string& label);

/// The same as names: texts, or whole numbers. Throws data if one is not fit to be a name.
[[nodiscard]] std::vector<std::string> npz_class_names(ZipArchive& archive, const ZipEntry& entry,
                                                       const std::string& label);

}  // namespace qualm::io
