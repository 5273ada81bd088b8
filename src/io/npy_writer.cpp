// SPDX-License-Identifier: Apache-2.0
#include "io/npy_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "io/npy_header.h"
#include "io/text.h"
#include "qualm/array.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr char byte_order = std::endian::native == std::endian::little ? '<' : '>';

std::u32string decode(const NamedArray& array, const std::string& text) {
  auto points = decode_utf8(text);
  if (!points) throw_data(fmt::format("{}: {} is not UTF-8 text", array.name, in_quotes(text)));
  return std::move(*points);
}

template <class T>
void visit_converted(std::span<const double> numbers,
                     const std::function<void(std::string_view)>& visit, T (*convert)(double)) {
  std::vector<T> converted;
  for (auto rest = numbers; !rest.empty(); rest = rest.subspan(converted.size())) {
    const auto part = rest.first(std::min<std::size_t>(rest.size(), 1U << 16));
    converted.resize(part.size());
    std::transform(part.begin(), part.end(), converted.begin(), convert);
    visit(bytes_of(std::span<const T>(converted)));
  }
}

struct Element {
  std::string code;
  std::size_t size;
  std::size_t count;
};

Element element(const NamedArray& array, std::size_t width) {
  if (!array.labels.empty()) return {"u4", 4, array.labels.size()};
  if (!array.texts.empty()) {
    return {fmt::format("U{}", width), 4 * width, array.texts.size()};
  }
  if (array.half_precision) return {"f2", 2, array.numbers.size()};
  if (array.single_precision) return {"f4", 4, array.numbers.size()};
  return {"f8", 8, array.numbers.size()};
}

}  // namespace

std::size_t text_width(const NamedArray& array) {
  std::size_t width = 1;
  for (const std::string& text : array.texts) width = std::max(width, decode(array, text).size());
  return width;
}

NpyStart npy_start(const NamedArray& array) {
  return npy_start(array, array.shape.at(0), text_width(array));
}

NpyStart npy_start(const NamedArray& array, std::size_t n_rows, std::size_t width) {
  const Element item = element(array, width);
  std::size_t count = 1;
  for (const std::size_t length : array.shape) count *= length;
  if (count != item.count) {
    throw Error(ErrorKind::internal, fmt::format("array {}: {} elements for shape {}", array.name,
                                                 item.count, shape_text(array.shape)));
  }
  std::vector<std::size_t> shape = array.shape;
  shape[0] = n_rows;
  return npy_start(item.code, item.size, shape);
}

NpyStart npy_start(std::string_view code, std::size_t item_size,
                   std::span<const std::size_t> shape) {
  std::string lengths;
  std::uint64_t n_elements = 1;
  for (const std::size_t length : shape) {
    n_elements *= length;
    lengths += fmt::format("{}, ", length);
  }
  std::string dict = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                 byte_order, code, lengths);
  const std::size_t unpadded = 10 + dict.size() + 1;
  dict.append((64 - unpadded % 64) % 64, ' ');
  dict += '\n';
  NpyStart out;
  out.header = npy_magic;
  out.header +=
      {'\1', '\0', static_cast<char>(dict.size() & 0xFFU), static_cast<char>(dict.size() >> 8)};
  out.header += dict;
  out.data_bytes = std::uint64_t{item_size} * n_elements;
  return out;
}

void visit_npy_data(const NamedArray& array, std::size_t width,
                    const std::function<void(std::string_view)>& visit) {
  if (!array.labels.empty()) return visit(bytes_of(array.labels));
  if (!array.texts.empty()) {
    for (const std::string& text : array.texts) {
      std::u32string points = decode(array, text);
      points.resize(width);
      visit(bytes_of(std::span<const char32_t>(points)));
    }
    return;
  }
  if (array.half_precision) {
    return visit_converted<std::uint16_t>(array.numbers, visit, [](double value) {
      return float_to_half(static_cast<float>(value));
    });
  }
  if (!array.single_precision) return visit(bytes_of(array.numbers));
  visit_converted<float>(array.numbers, visit,
                         [](double value) { return static_cast<float>(value); });
}

void write_npy(Sink& sink, const NamedArray& array) {
  sink.write(npy_start(array).header);
  visit_npy_data(array, text_width(array), [&](std::string_view bytes) { sink.write(bytes); });
}

}  // namespace qualm::io
