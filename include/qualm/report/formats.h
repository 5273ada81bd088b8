// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "qualm/analysis/score.h"

namespace qualm::report {

enum class Format { table, csv, jsonl, json, npz };

/// One row of the registry of formats.
struct FormatInfo {
  Format format;
  std::string_view name;     ///< as on the command line
  std::string_view ending;   ///< file name extension, with its point; "" if it has none
  std::string_view summary;  ///< one line
  bool binary;               ///< not for a terminal
  bool streams;              ///< written block by block: memory does not grow with the instances
  bool packs;                ///< ".gz" after the extension writes a gzip file
};

[[nodiscard]] std::span<const FormatInfo> formats() noexcept;
[[nodiscard]] const FormatInfo& format_info(Format format) noexcept;
/// Throws usage, with the nearest name, if there is no such format.
[[nodiscard]] Format parse_format(std::string_view name);
/// Throws usage, naming those there are, if the format is none of them.
void check_format(Format format, std::span<const Format> there_are);
/// The format for a file name extension, if any.
[[nodiscard]] std::optional<Format> format_of_path(std::string_view path) noexcept;
/// Whether a file name extension means gzip: ".csv.gz", ".jsonl.gz".
[[nodiscard]] bool asks_for_gzip(std::string_view path) noexcept;

/// Layout of a table. Ignored by other formats.
struct TableStyle {
  std::size_t width = 0;  ///< columns of the terminal; 0: no limit
  bool color = false;
  std::size_t top = 10;          ///< rows shown, the most uncertain first
  std::optional<Score> sort_by;  ///< empty: the total of the first family
  bool in_python = false;        ///< hints name methods instead of options of the command
};

}  // namespace qualm::report
