// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/entry_text.h"
#include "io/format.h"
#include "io/natural_order.h"
#include "io/shard_source.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

// Shape without rows, type and names: what all shards have in common.
void check_alike(const StoredArray& shard, const StoredArray& first) {
  if (shard.fortran_order && shard.shape.size() > 1) {
    throw_data(fmt::format(
        "{}: is in Fortran order; shards must be in C order: save numpy.ascontiguousarray(a)",
        shard.label));
  }
  const bool same_rows =
      shard.shape.size() == first.shape.size() &&
      std::equal(shard.shape.begin() + 1, shard.shape.end(), first.shape.begin() + 1);
  if (!same_rows) {
    throw_data(fmt::format(
        "{}: shape {} does not continue {} of {}: shards differ along the first axis only",
        shard.label, shape_text(shard.shape), shape_text(first.shape), first.label));
  }
  if (shard.dtype != first.dtype || shard.is_bfloat16 != first.is_bfloat16 ||
      shard.byte_swapped != first.byte_swapped) {
    throw_data(fmt::format("{}: {} differs from {}, which is {}: store all shards in the same way",
                           shard.label, name(shard.dtype), first.label, name(first.dtype)));
  }
  if (shard.class_names != first.class_names) {
    throw_data(fmt::format("{}: has other classes than {}: give all shards the same columns",
                           shard.label, first.label));
  }
}

}  // namespace

RowRange Share::of(std::size_t n_rows) const noexcept {
  const std::size_t each = n_rows / count, left = n_rows % count;
  const std::size_t first = index * each + std::min(index, left);
  return {first, first + each + (index < left ? 1 : 0)};
}

bool is_pattern(const std::string& path) {
  std::error_code error;
  return path.find_first_of("*?[") != std::string::npos && !std::filesystem::exists(path, error);
}

Shards find_shards(const std::string& pattern) {
  ::glob_t found{};
  const int result = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  Shards shards{pattern, {}};
  if (result == 0) shards.paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (shards.paths.empty()) {
    throw_system(fmt::format(
        "{}: no file matches this pattern; check the path, and put the pattern in quotes",
        printable(pattern, 4096)));
  }
  std::sort(shards.paths.begin(), shards.paths.end(), comes_before);
  return shards;
}

StoredArray open_shards(const Shards& shards, const OpenOptions& options) {
  OpenOptions of_each = options;
  of_each.may_have_no_rows = true;
  const StoredArray first = open_array(shards.paths.at(0), of_each);
  StoredArray joined = first;
  joined.first_byte = 0;
  joined.row_ids.clear();  // whatever numbers the rows of each file starts anew
  std::vector<ShardSource::Piece> pieces;
  std::size_t n_rows = 0;
  for (const std::string& path : shards.paths) {
    const StoredArray shard = open_array(path, of_each);
    check_alike(shard, first);
    joined.decimals = std::max(joined.decimals, shard.decimals);
    joined.shards.push_back({shard.label, shard.shape[0]});
    n_rows += shard.shape[0];
    pieces.push_back({path, shard.bytes, shard.first_byte, shard.n_bytes()});
    if (shard.in_place) pieces.back().bytes = nullptr;  // is opened again when it is needed
  }
  joined.label = printable(shards.pattern, 4096);
  joined.shape[0] = n_rows;
  if (n_rows == 0) {
    throw_data(fmt::format("{}: none of the {} files has a row; name those that do", joined.label,
                           joined.shards.size()));
  }
  joined.bytes = std::make_shared<const ShardSource>(std::move(pieces));
  return joined;
}

Entries read_entries(const Shards& shards, const OpenOptions& options, const EntryShare& wanted) {
  if (is_npy_of_numbers(shards.paths.at(0)) && options.key.empty()) {
    const StoredArray array = open_shards(shards, options);
    Entries entries = entries_of(array, wanted.share);
    entries.shards = array.shards;
    if (entries.n_elsewhere > 0) {
      entries.read_all = [shards, options] { return read_entries(shards, options, EntryShare()); };
    }
    return entries;
  }
  Entries joined;
  joined.label = printable(shards.pattern, 4096);
  for (const std::string& path : shards.paths) {
    Entries part = read_entries(path, options);
    joined.shards.push_back({part.label, part.size()});
    if (!joined.integers.empty() || !part.integers.empty()) {
      joined.integers = texts_of(joined);
      const std::vector<std::string> texts = texts_of(part);
      joined.integers.insert(joined.integers.end(), texts.begin(), texts.end());
    }
    joined.numbers.insert(joined.numbers.end(), part.numbers.begin(), part.numbers.end());
    joined.texts.insert(joined.texts.end(), part.texts.begin(), part.texts.end());
    if (!joined.numbers.empty() && !joined.texts.empty()) {
      throw_data(
          fmt::format("{}: holds {}, the files before it do not: store all shards in the same way",
                      part.label, part.are_texts() ? "texts" : "numbers"));
    }
  }
  return joined;
}

}  // namespace qualm::io
