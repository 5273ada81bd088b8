// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "error/choose.h"
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

std::string listing(const std::vector<std::string_view>& names) {
  constexpr std::size_t shown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    out += (i == 0 ? "" : ", ") + printable(names[i], 60);
  }
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
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
  std::string key = options.key;
  std::vector<const ZipEntry*> arrays;
  std::vector<std::string_view> names;
  for (const ZipEntry& entry : entries) {
    if (!entry.name.ends_with(suffix)) continue;
    arrays.push_back(&entry);
    names.push_back(array_name(entry));
  }
  if (arrays.empty()) refuse_without_arrays(label, entries);
  if (key.empty()) {
    if (arrays.size() == 1) return *arrays[0];
    key = options.usual_key;
  }
  if (key.empty() || (options.key.empty() && std::count(names.begin(), names.end(), key) == 0)) {
    throw_data(fmt::format("{}: holds {} arrays ({}); specify which with {}", label, names.size(),
                           listing(names), argument(options.key_argument)));
  }
  const auto found = std::find(names.begin(), names.end(), key);
  if (found == names.end()) {
    throw_data(fmt::format("{}: has no array {}{}; it holds {}", label, in_quotes(key),
                           did_you_mean(key, names, {.before = ", ", .shown = in_quotes}),
                           listing(names)));
  }
  if (std::find(found + 1, names.end(), key) != names.end()) {
    throw_data(fmt::format("{}: holds two arrays {}; save it again with numpy.savez", label,
                           in_quotes(key)));
  }
  return *arrays[static_cast<std::size_t>(found - names.begin())];
}

std::string label_of(const SourceFile& file, const ZipEntry& entry) {
  return fmt::format("{}[{}]", file.label, printable(array_name(entry)));
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
  for (const ZipEntry& other : entries) {
    if (other.name == "class_names.npy" && other.index != entry.index) {
      array.class_names = npz_class_names(archive, other, label_of(file, other));
    }
  }
  return array;
}

Entries npz_entries(const SourceFile& file, const OpenOptions& options) {
  ZipArchive archive(file);
  const ZipEntry entry = choose(file.label, archive.entries(), options);
  const std::string label = label_of(file, entry);
  if (const auto text = open_npz_entry(archive, entry, label, parse_npy_entries_header)) {
    return {label, {}, texts_of(*text)};
  }
  return entries_of(*open_npz_entry(archive, entry, label, parse_npy_header));
}

}  // namespace qualm::io
