// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/npy_header.h"
#include "io/npz_entry.h"
#include "io/text.h"
#include "io/utf8.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::uint64_t max_entry_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t max_name_bytes = std::uint64_t{1} << 24;

char32_t swapped(char32_t c) {
  return (c & 0xFFU) << 24U | (c & 0xFF00U) << 8U | (c >> 8U & 0xFF00U) | c >> 24U;
}

std::string text_of(std::u32string_view padded) {
  padded = padded.substr(0, padded.find_last_not_of(U'\0') + 1);
  // What is no code point becomes one that no name may hold.
  std::u32string points(padded);
  std::replace_if(
      points.begin(), points.end(), [](char32_t c) { return c > 0x10FFFF; }, U'\0');
  return encode_utf8(points);
}

}  // namespace

std::vector<std::string> texts_of(const StoredArray& array) {
  if (array.n_bytes() > max_entry_bytes) {
    throw_data(fmt::format("{}: {} bytes of text, at most {} are read", array.label,
                           array.n_bytes(), max_entry_bytes));
  }
  const std::size_t width = array.shape[1];
  std::u32string points(array.shape[0] * width, U'\0');
  array.read(0, std::as_writable_bytes(std::span(points)));
  if (array.byte_swapped) std::transform(points.begin(), points.end(), points.begin(), swapped);
  std::vector<std::string> names;
  for (std::size_t first = 0; first < points.size(); first += width) {
    names.push_back(text_of(std::u32string_view(points).substr(first, width)));
    if (!is_name(names.back())) {
      throw_data(fmt::format("{}: name {} is {}: control characters and invalid text are refused",
                             array.label, names.size() - 1, in_quotes(names.back())));
    }
  }
  return names;
}

Entries entries_of_npz(ZipArchive& archive, const ZipEntry& entry, const std::string& label) {
  if (const auto text = open_npz_entry(archive, entry, label, parse_npy_entries_header)) {
    return {label, {}, texts_of(*text)};
  }
  return entries_of(*open_npz_entry(archive, entry, label, parse_npy_header));
}

std::vector<std::string> npz_class_names(ZipArchive& archive, const ZipEntry& entry,
                                         const std::string& label) {
  if (entry.size > max_name_bytes) {
    throw_data(fmt::format("{}: {} bytes of names, at most {} are read", label, entry.size,
                           max_name_bytes));
  }
  Entries found = entries_of_npz(archive, entry, label);
  if (found.are_texts()) return std::move(found.texts);
  std::vector<std::string> names;
  for (const double number : found.numbers) {
    if (std::floor(number) != number || std::abs(number) > 1e15) {
      throw_data(
          fmt::format("{}: {} is not a name; save texts, class_names.astype(str)", label, number));
    }
    names.push_back(fmt::format("{:.0f}", number));
  }
  return names;
}

}  // namespace qualm::io
