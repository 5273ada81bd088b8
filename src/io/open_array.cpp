// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "io/format.h"
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
    case Format::gzip:
      return open_gzip(file);
    case Format::text:
      break;
  }
  return open_csv(file, options);
}

namespace {

/// With `numbers` a .npy file of anything else is refused before it is copied.
SourceFile open_told(const std::string& path, Format& format, bool numbers = false) {
  return open_source(
      path,
      [&](const std::string& label, std::string_view start) { format = tell_format(label, start); },
      [&](const std::string& label, std::string_view start) {
        return numbers && format == Format::npy ? npy_file_size(label, start) : no_limit;
      });
}

}  // namespace

bool is_npy_of_numbers(const std::string& path) {
  Format format = Format::text;
  const SourceFile file = open_told(path, format);
  return format == Format::npy && !holds_npy_texts(file);
}

std::vector<std::string> array_names(const std::string& path) {
  Format format = Format::text;
  const SourceFile file = open_told(path, format);
  return format == Format::zip ? npz_array_names(file) : std::vector<std::string>{};
}

StoredArray open_array(const std::string& path, const OpenOptions& options) {
  Format format = Format::text;
  const SourceFile file = open_told(path, format, !options.may_have_no_rows);
  if (format != Format::zip && !options.key.empty() && !options.key_for_archives) {
    throw_usage(file.label + ": is not an .npz archive, so " + argument(options.key_argument) +
                " does not apply; leave it out");
  }
  if (format != Format::text && !options.columns.empty()) {
    throw_usage(file.label + ": is not a .csv file, so " + argument("columns") +
                " does not apply; leave it out");
  }
  try {
    return open_as(format, file, options);
  } catch (const std::bad_alloc&) {
    throw_system(file.label + ": needs more memory than there is");
  }
}

Entries read_entries(const std::string& path, const OpenOptions& options) {
  return read_entries(path, options, EntryShare());
}

Entries read_entries(const std::string& path, const OpenOptions& options,
                     const EntryShare& wanted) {
  Format format = Format::text;
  const SourceFile file = open_told(path, format);
  try {
    if (format == Format::zip) return npz_entries(file, options);
    if (format == Format::text) return csv_entries(file, options);
    if (!options.key.empty()) {
      throw_usage(file.label + ": is neither an .npz nor a .csv file, so " +
                  argument(options.key_argument) + " does not apply; leave it out");
    }
    if (format != Format::npy) return entries_of(open_as(format, file, options));
    Entries entries = npy_entries(file, wanted);
    if (entries.n_elsewhere > 0) {
      entries.read_all = [path, options] { return read_entries(path, options); };
    }
    return entries;
  } catch (const std::bad_alloc&) {
    throw_system(file.label + ": needs more memory than there is");
  }
}

}  // namespace qualm::io
