// SPDX-License-Identifier: Apache-2.0
#include "datasets/cifar_binary.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

constexpr std::size_t side = 32, channels = 3, plane = side * side;

void append_record(std::span<const std::byte> record, Dataset& into) {
  into.labels.push_back(std::to_integer<std::uint32_t>(record[0]));
  const std::span<const std::byte> planes = record.subspan(1);
  for (std::size_t i = 0; i < plane; ++i) {
    for (std::size_t c = 0; c < channels; ++c) {
      into.pixels.push_back(std::to_integer<std::uint8_t>(planes[c * plane + i]));
    }
  }
}

void append_file(const std::string& path, std::size_t limit, Dataset& into) {
  const io::SourceFile file = io::open_source(path, [](const auto&, auto) {});
  const std::uint64_t size = file.bytes->size();
  if (size == 0 || size % cifar_record_bytes != 0) {
    throw_data(
        fmt::format("{}: has {} bytes, which is not a whole number of records of {} bytes: it is "
                    "truncated or not a CIFAR-10 binary file; copy it again",
                    file.label, size, cifar_record_bytes));
  }
  auto n_records = static_cast<std::size_t>(size / cifar_record_bytes);
  if (limit > 0) n_records = std::min(n_records, limit - into.labels.size());
  into.pixels.reserve(into.pixels.size() + n_records * plane * channels);
  constexpr std::size_t block = 256;
  std::vector<std::byte> buffer(block * cifar_record_bytes);
  for (std::size_t first = 0; first < n_records; first += block) {
    const std::size_t n = std::min(block, n_records - first);
    const auto bytes = std::span(buffer).first(n * cifar_record_bytes);
    file.bytes->read(first * cifar_record_bytes, bytes);
    for (std::size_t i = 0; i < n; ++i) {
      append_record(bytes.subspan(i * cifar_record_bytes, cifar_record_bytes), into);
    }
  }
}

}  // namespace

void read_cifar_binary(std::span<const std::string> paths, std::size_t limit, Dataset& into) {
  for (const std::string& path : paths) {
    if (limit == 0 || into.labels.size() < limit) append_file(path, limit, into);
  }
  into.shape = {into.labels.size(), side, side, channels};
}

}  // namespace qualm
