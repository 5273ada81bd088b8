// SPDX-License-Identifier: Apache-2.0
#include "report/top_row_bytes.h"

#include <cstring>

namespace qualm::report {
namespace {

/// Bytes in, or bytes out: both go through the same fields.
struct Packer {
  std::string bytes;

  template <class T>
  void number(const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& value) {
    number(value.size());
    bytes += value;
  }
  template <class T, class Each>
  void list(const std::vector<T>& values, const Each& each) {
    number(values.size());
    for (const T& value : values) each(value);
  }
};

struct Unpacker {
  std::string_view& bytes;

  template <class T>
  void number(T& value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
  }
  void text(std::string& value) {
    std::size_t size = 0;
    number(size);
    value = bytes.substr(0, size);
    bytes.remove_prefix(size);
  }
  template <class T, class Each>
  void list(std::vector<T>& values, const Each& each) {
    std::size_t size = 0;
    number(size);
    values.resize(size);
    for (T& value : values) each(value);
  }
};

template <class Archive, class Row>
void visit_fields(Archive& archive, Row& row) {
  archive.number(row.score);
  archive.number(row.row);
  archive.number(row.predicted);
  archive.text(row.name);
  archive.text(row.label);
  archive.list(row.families, [&](auto& parts) { archive.number(parts); });
  archive.list(row.classes, [&](auto& shown) {
    archive.number(shown.index);
    archive.list(shown.families, [&](auto& family) {
      archive.list(family, [&](auto& value) { archive.number(value); });
    });
  });
}

}  // namespace

std::string pack_top_row(const TopRow& row) {
  Packer packer;
  visit_fields(packer, row);
  return packer.bytes;
}

TopRow unpack_top_row(std::string_view& bytes) {
  TopRow row;
  Unpacker unpacker{bytes};
  visit_fields(unpacker, row);
  return row;
}

}  // namespace qualm::report
