// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/choose_array.h"
#include "io/format.h"
#include "io/npy_header.h"
#include "io/npz_entry.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::string_view suffix = ".npy";

std::string_view array_name(const ZipEntry& entry) {
  return std::string_view(entry.name).substr(0, entry.name.size() - suffix.size());
}

[[noreturn]] void refuse_without_arrays(const std::string& label,
                                        const std::vector<ZipEntry>& entries) {
  const auto ends = [&](std::string_view end) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const ZipEntry& entry) { return entry.name.ends_with(end); });
  };
  if (ends("data.pkl")) throw_data(fmt::format("{}: {}", label, torch_refusal));
  if (ends("[Content_Types].xml")) {
    throw_data(label + ": looks like an office document; save the sheet as CSV (UTF-8)");
  }
  throw_data(label + ": is a zip archive without an array; save it with numpy.savez");
}

ZipEntry choose(const std::string& label, const std::vector<ZipEntry>& entries,
                const OpenOptions& options) {
  std::vector<const ZipEntry*> arrays;
  std::vector<std::string> names;
  for (const ZipEntry& entry : entries) {
    if (!entry.name.ends_with(suffix)) continue;
    arrays.push_back(&entry);
    names.emplace_back(array_name(entry));
  }
  if (arrays.empty()) refuse_without_arrays(label, entries);
  return *arrays[choose_array(label, names, options)];
}

std::string label_of(const SourceFile& file, const ZipEntry& entry) {
  return fmt::format("{}[{}]", file.label, printable(array_name(entry)));
}

// The class_names beside an array; none if there are none, or if they are that array.
std::vector<std::string> class_names_beside(ZipArchive& archive, const ZipEntry& chosen,
                                            const std::vector<ZipEntry>& entries) {
  const bool has_names = std::any_of(entries.begin(), entries.end(), [&](const ZipEntry& other) {
    return other.name == "class_names.npy" && other.index != chosen.index;
  });
  if (!has_names) return {};
  const ZipEntry names = choose(archive.file().label, entries, {.key = "class_names"});
  return npz_class_names(archive, names, label_of(archive.file(), names));
}

}  // namespace

std::vector<std::string> npz_array_names(const SourceFile& file) {
  std::vector<std::string> names;
  for (const ZipEntry& entry : ZipArchive(file).entries()) {
    if (entry.name.ends_with(suffix)) names.emplace_back(array_name(entry));
  }
  return names;
}

StoredArray open_npz(const SourceFile& file, const OpenOptions& options) {
  ZipArchive archive(file);
  const std::vector<ZipEntry> entries = archive.entries();
  const ZipEntry entry = choose(file.label, entries, options);
  StoredArray array = *open_npz_entry(archive, entry, label_of(file, entry), parse_npy_header);
  array.in_archive = true;
  array.class_names = class_names_beside(archive, entry, entries);
  return array;
}

Entries npz_entries(const SourceFile& file, const OpenOptions& options) {
  ZipArchive archive(file);
  const std::vector<ZipEntry> all = archive.entries();
  const ZipEntry entry = choose(file.label, all, options);
  Entries found = entries_of_npz(archive, entry, label_of(file, entry));
  found.class_names = class_names_beside(archive, entry, all);
  return found;
}

}  // namespace qualm::io
