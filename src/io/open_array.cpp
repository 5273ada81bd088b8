// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "io/format.h"
#include "io/gzip.h"
#include "io/idx.h"
#include "qualm/error.h"

namespace qualm::io {

StoredArray open_as(Format format, const SourceFile& file, const OpenOptions& options) {
  switch (format) {
    case Format::npy:
      return open_npy(file, options.may_have_no_rows);
    case Format::zip:
      return open_npz(file, options);
    case Format::idx:
      return open_idx(file);
    case Format::safetensors:
      return open_safetensors(file, options);
    case Format::hdf5:
      return open_hdf5(file, options);
    case Format::gzip: {
      const Format packed = tell_packed_format(file);
      return open_as(packed, unpacked(file, packed), options);
    }
    case Format::json_lines:
      return open_json_lines(file, options);
    case Format::text:
      break;
  }
  return open_csv(file, options);
}

Format tell_packed_format(const SourceFile& packed) {
  const Format format = tell_format(packed.label, GzipReader(packed).read(sniff_size));
  if (format == Format::gzip) {
    throw_data(packed.label + ": is a gzip file within a gzip file; unpack it first");
  }
  return format;
}

SourceFile unpacked(const SourceFile& packed, Format format) {
  if (format != Format::idx) return unpack_gzip(packed);
  return unpack_gzip(packed, idx_file_size(packed, GzipReader(packed).read(longest_idx_header)));
}

namespace {

/// A file and what it is; of a gzip file its content.
struct KnownFile {
  SourceFile file;
  Format format = Format::text;
  bool is_packed = false;

  [[nodiscard]] SourceFile content() const { return is_packed ? unpacked(file, format) : file; }
  /// Whether it holds arrays by name.
  [[nodiscard]] bool is_archive() const {
    return format == Format::zip || format == Format::safetensors || format == Format::hdf5;
  }
  [[nodiscard]] bool has_columns() const {
    return format == Format::text || format == Format::json_lines;
  }
};

/// With `numbers` a .npy file of anything else is refused before it is copied.
KnownFile open_known(const std::string& path, bool numbers = false) {
  KnownFile known;
  known.file = open_source(
      path,
      [&](const std::string& label, std::string_view start) {
        known.format = tell_format(label, start);
      },
      [&](const std::string& label, std::string_view start) {
        return numbers && known.format == Format::npy ? npy_file_size(label, start) : no_limit;
      });
  known.is_packed = known.format == Format::gzip;
  if (known.is_packed) known.format = tell_packed_format(known.file);
  return known;
}

}  // namespace

bool is_npy_of_numbers(const std::string& path) {
  const KnownFile known = open_known(path);
  return known.format == Format::npy && !holds_npy_texts(known.content());
}

std::vector<std::string> array_names(const std::string& path) {
  const KnownFile known = open_known(path);
  if (!known.is_archive()) return {};
  if (known.format == Format::zip) return npz_array_names(known.content());
  if (known.format == Format::safetensors) return safetensors_names(known.content());
  return hdf5_names(known.content());
}

StoredArray open_array(const std::string& path, const OpenOptions& options) {
  const KnownFile known = open_known(path, !options.may_have_no_rows);
  const std::string& label = known.file.label;
  const bool has_names = known.is_archive() || known.format == Format::json_lines;
  if (!has_names && !options.key.empty() && !options.key_for_archives) {
    throw_usage(label + ": holds one array without a name, so " + argument(options.key_argument) +
                " does not apply; leave it out");
  }
  if (!known.has_columns() && !options.columns.empty()) {
    throw_usage(label + ": is not a table with columns, so " + argument("columns") +
                " does not apply; leave it out");
  }
  try {
    const SourceFile content = known.content();
    StoredArray array = open_as(known.format, content, options);
    array.in_place = !known.is_packed && array.bytes == content.bytes;
    return array;
  } catch (const std::bad_alloc&) {
    throw_system(label + ": needs more memory than there is");
  }
}

Entries read_entries(const std::string& path, const OpenOptions& options) {
  return read_entries(path, options, EntryShare());
}

Entries read_entries(const std::string& path, const OpenOptions& options,
                     const EntryShare& wanted) {
  const KnownFile known = open_known(path);
  const std::string& label = known.file.label;
  try {
    const SourceFile file = known.content();
    if (known.format == Format::zip) return npz_entries(file, options);
    if (known.format == Format::text) return csv_entries(file, options);
    if (known.format == Format::json_lines) return json_entries(file, options);
    if (known.is_archive()) return entries_of(open_as(known.format, file, options));
    if (!options.key.empty()) {
      throw_usage(label + ": holds one array without a name, so " + argument(options.key_argument) +
                  " does not apply; leave it out");
    }
    if (known.format != Format::npy) return entries_of(open_as(known.format, file, options));
    Entries entries = npy_entries(file, wanted);
    if (entries.n_elsewhere > 0) {
      entries.read_all = [path, options] { return read_entries(path, options); };
    }
    return entries;
  } catch (const std::bad_alloc&) {
    throw_system(label + ": needs more memory than there is");
  }
}

}  // namespace qualm::io
