// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "io/format.h"
#include "io/npy_header.h"
#include "io/npz_entry.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

std::string read_start(const ByteSource& bytes, std::size_t wanted) {
  std::string out(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, bytes.size())), '\0');
  bytes.read(0, std::as_writable_bytes(std::span(out)));
  return out;
}

std::string read_header(const SourceFile& file) {
  const std::size_t header_size =
      npy_header_size(file.label, read_start(*file.bytes, npy_preamble_size));
  if (file.bytes->size() < header_size) {
    throw_data(file.label + ": ends within the header: it is truncated; copy it again");
  }
  return read_start(*file.bytes, header_size);
}

StoredArray described(const SourceFile& file, ArrayHeader header, std::size_t header_size) {
  check_array_size(file.label, header, file.bytes->size() - header_size);
  StoredArray array;
  array.label = file.label;
  array.dtype = header.dtype;
  array.byte_swapped = header.byte_swapped;
  array.fortran_order = header.fortran_order;
  array.shape = std::move(header.shape);
  array.bytes = file.bytes;
  array.first_byte = header_size;
  return array;
}

}  // namespace

StoredArray open_npy(const SourceFile& file, bool may_have_no_rows) {
  const std::string header = read_header(file);
  const auto parse = may_have_no_rows ? parse_npy_shard_header : parse_npy_header;
  return described(file, parse(file.label, header), header.size());
}

std::uint64_t npy_file_size(const std::string& label, std::string_view start) {
  const std::size_t header_size = npy_header_size(label, start);
  if (start.size() < header_size) return no_limit;
  return header_size + parse_npy_header(label, start.substr(0, header_size)).data_bytes;
}

bool holds_npy_texts(const SourceFile& file) {
  return parse_npy_entries_header(file.label, read_header(file)).has_value();
}

Entries npy_entries(const SourceFile& file, const EntryShare& wanted) {
  const std::string header = read_header(file);
  if (const auto text = parse_npy_entries_header(file.label, header)) {
    StoredArray array = described(file, *text, header.size());
    const RowRange rows = (wanted.of_texts ? wanted.share : Share()).of(array.shape[0]);
    const std::size_t n_elsewhere = array.shape[0] - rows.size();
    return {file.label, {}, texts_of(rows_of(std::move(array), rows)), rows.first, n_elsewhere};
  }
  return entries_of(open_npy(file), wanted.share);
}

}  // namespace qualm::io
