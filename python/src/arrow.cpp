// SPDX-License-Identifier: Apache-2.0
#include "arrow.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>

namespace qualm::python {

namespace py = pybind11;

namespace {

struct NumberFormat {
  char letter;
  DType dtype;
};
constexpr NumberFormat number_formats[] = {
    {'c', DType::i8},  {'C', DType::u8},  {'s', DType::i16}, {'S', DType::u16},
    {'i', DType::i32}, {'I', DType::u32}, {'l', DType::i64}, {'L', DType::u64},
    {'e', DType::f16}, {'f', DType::f32}, {'g', DType::f64}, {'b', DType::boolean}};

bool bit(const void* bits, std::int64_t i) {
  return (static_cast<const std::uint8_t*>(bits)[i / 8] >> (i % 8) & 1U) != 0;
}

const void* buffer(const ArrowArray& array, std::int64_t i) {
  if (i >= array.n_buffers || array.buffers == nullptr || array.buffers[i] == nullptr) {
    throw py::value_error(
        "an Arrow array lacks a buffer: this is a bug of the library that exported it");
  }
  return array.buffers[i];
}

template <class T>
T element(const void* values, std::int64_t i) {
  T out;
  std::memcpy(&out, static_cast<const char*>(values) + i * static_cast<std::int64_t>(sizeof(T)),
              sizeof(T));
  return out;
}

template <class Offset>
std::string_view text_between(const ArrowArray& array, std::int64_t i) {
  const void* const offsets = buffer(array, 1);
  const auto first = element<Offset>(offsets, i), last = element<Offset>(offsets, i + 1);
  if (first < 0 || last <= first) return {};
  return {static_cast<const char*>(buffer(array, 2)) + first,
          static_cast<std::size_t>(last - first)};
}

// 16 bytes each: a length, then the text if it is short, else a part of it, a buffer and an offset.
std::string_view text_in_view(const ArrowArray& array, std::int64_t i) {
  const char* const view = static_cast<const char*>(buffer(array, 1)) + 16 * i;
  const auto length = element<std::int32_t>(view, 0);
  if (length <= 12) return {view + 4, static_cast<std::size_t>(std::max(length, 0))};
  const char* const text =
      static_cast<const char*>(buffer(array, 2 + element<std::int32_t>(view, 2)));
  return {text + element<std::int32_t>(view, 3), static_cast<std::size_t>(length)};
}

template <class Offset>
std::int64_t list_starts(const ArrowRun& lists, std::int64_t& length, const std::string& place) {
  const void* const offsets = buffer(*lists.array, 1);
  const std::int64_t start = element<Offset>(offsets, lists.first);
  if (length < 0 && lists.count > 0) length = element<Offset>(offsets, lists.first + 1) - start;
  for (std::int64_t i = 0; i < lists.count; ++i) {
    const std::int64_t held = element<Offset>(offsets, lists.first + i + 1) -
                              static_cast<std::int64_t>(element<Offset>(offsets, lists.first + i));
    if (held == length) continue;
    throw py::value_error(
        fmt::format("{}: list {} has {} elements, the first has {}: all lists must have "
                    "the same length",
                    place, i, held, length));
  }
  return start;
}

}  // namespace

std::optional<DType> arrow_number(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr || std::strlen(schema.format) != 1) return std::nullopt;
  for (const NumberFormat& each : number_formats) {
    if (each.letter == schema.format[0]) return each.dtype;
  }
  return std::nullopt;
}

ArrowKind arrow_kind(const ArrowSchema& schema) {
  if (schema.dictionary != nullptr) {
    return schema.dictionary->dictionary == nullptr ? arrow_kind(*schema.dictionary)
                                                    : ArrowKind::other;
  }
  const std::string_view format = schema.format;
  if (arrow_number(schema)) return ArrowKind::number;
  if (format == "u" || format == "U" || format == "vu") return ArrowKind::text;
  const bool is_list = format == "+l" || format == "+L" || format.starts_with("+w:");
  if (is_list && schema.n_children == 1) {
    const ArrowKind of_elements = arrow_kind(*schema.children[0]);
    if (of_elements == ArrowKind::number || of_elements == ArrowKind::list) return ArrowKind::list;
  }
  return ArrowKind::other;
}

std::optional<std::int64_t> first_null(const ArrowRun& run) {
  const ArrowArray& array = *run.array;
  const bool has_bits = array.n_buffers > 0 && array.buffers != nullptr && array.buffers[0];
  if (array.null_count == 0 || !has_bits) return std::nullopt;
  for (std::int64_t i = 0; i < run.count; ++i) {
    if (!bit(array.buffers[0], run.first + i)) return i;
  }
  return std::nullopt;
}

ArrowRun elements_of(const ArrowRun& lists, std::int64_t& length, const std::string& place) {
  const std::string_view format = lists.schema->format;
  const ArrowArray& array = *lists.array;
  std::int64_t start = 0;
  if (format == "+l") {
    start = list_starts<std::int32_t>(lists, length, place);
  } else if (format == "+L") {
    start = list_starts<std::int64_t>(lists, length, place);
  } else {
    std::int64_t fixed = 0;
    std::from_chars(format.data() + 3, format.data() + format.size(), fixed);
    if (length < 0) length = fixed;
    if (__builtin_mul_overflow(lists.first, fixed, &start)) start = -1;
  }
  if (array.n_children != 1 || length < 1) {
    throw py::value_error(place + ": its lists are empty: give at least one element each");
  }
  const ArrowArray& child = *array.children[0];
  if (start < 0 || start > child.length || lists.count > (child.length - start) / length) {
    throw py::value_error(
        "an Arrow list is longer than its elements: this is a bug of the library that exported it");
  }
  return {lists.schema->children[0], &child, child.offset + start, lists.count * length};
}

ArrayView numbers_in(const ArrowRun& run, std::vector<std::uint8_t>& unpacked) {
  const DType dtype = *arrow_number(*run.schema);
  const auto count = static_cast<std::size_t>(run.count);
  if (count == 0) return contiguous_view(nullptr, dtype, {0});
  const void* const values = buffer(*run.array, 1);
  if (dtype == DType::boolean) {
    unpacked.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      unpacked[i] = bit(values, run.first + static_cast<std::int64_t>(i)) ? 1 : 0;
    }
    return contiguous_view(unpacked.data(), dtype, {count});
  }
  const auto item = static_cast<std::int64_t>(item_size(dtype));
  return contiguous_view(static_cast<const char*>(values) + run.first * item, dtype, {count});
}

std::string_view text_in(const ArrowRun& run, std::int64_t i) {
  const std::string_view format = run.schema->format;
  if (format == "vu") return text_in_view(*run.array, run.first + i);
  return format == "u" ? text_between<std::int32_t>(*run.array, run.first + i)
                       : text_between<std::int64_t>(*run.array, run.first + i);
}

}  // namespace qualm::python
