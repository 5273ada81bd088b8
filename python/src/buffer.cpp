// SPDX-License-Identifier: Apache-2.0
// The buffer protocol: memory, strides, and a letter for the type of its elements.
#include <fmt/format.h>

#include <bit>
#include <optional>
#include <string_view>

#include "held_array.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

struct Element {
  DType dtype;
  bool byte_swapped;
};

// 'l' has another size here than behind '<', so the size is not taken from the letter.
std::optional<DType> integer_of(bool is_signed, Py_ssize_t size) {
  switch (size) {
    case 1:
      return is_signed ? DType::i8 : DType::u8;
    case 2:
      return is_signed ? DType::i16 : DType::u16;
    case 4:
      return is_signed ? DType::i32 : DType::u32;
    case 8:
      return is_signed ? DType::i64 : DType::u64;
    default:
      return std::nullopt;
  }
}

std::optional<Element> parse_format(std::string_view format, Py_ssize_t size) {
  constexpr bool is_little = std::endian::native == std::endian::little;
  bool byte_swapped = false;
  if (!format.empty() && std::string_view("@=<>!").find(format[0]) != std::string_view::npos) {
    const char order = format[0];
    byte_swapped = is_little ? order == '>' || order == '!' : order == '<';
    format.remove_prefix(1);
  }
  if (format.size() != 1) return std::nullopt;
  const char letter = format[0];
  std::optional<DType> dtype;
  if (letter == 'e') dtype = DType::f16;
  if (letter == 'f') dtype = DType::f32;
  if (letter == 'd') dtype = DType::f64;
  if (letter == '?') dtype = DType::boolean;
  const bool is_signed = std::string_view("bhilqn").find(letter) != std::string_view::npos;
  const bool is_unsigned = std::string_view("BHILQN").find(letter) != std::string_view::npos;
  if (is_signed || is_unsigned) dtype = integer_of(is_signed, size);
  if (!dtype || static_cast<Py_ssize_t>(item_size(*dtype)) != size) return std::nullopt;
  return Element{*dtype, byte_swapped};
}

}  // namespace

void HeldArray::take_buffer(const py::object& object, const std::string& name) {
  const auto buffer = std::shared_ptr<Py_buffer>(new Py_buffer(), [](Py_buffer* held) {
    PyBuffer_Release(held);  // does nothing for one that was never filled
    delete held;
  });
  if (PyObject_GetBuffer(object.ptr(), buffer.get(), PyBUF_RECORDS_RO) != 0) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: its memory cannot be read as an array of numbers", name));
  }
  const char* format = buffer->format == nullptr ? "B" : buffer->format;
  const std::optional<Element> element = parse_format(format, buffer->itemsize);
  if (!element) {
    throw py::type_error(
        fmt::format("{}: elements of type '{}' are not numbers that qualm reads: convert them to "
                    "float16, float32 or float64",
                    name, format));
  }
  view_.data = static_cast<const std::byte*>(buffer->buf);
  view_.dtype = element->dtype;
  view_.byte_swapped = element->byte_swapped;
  view_.shape.assign(buffer->shape, buffer->shape + buffer->ndim);
  view_.strides.assign(buffer->strides, buffer->strides + buffer->ndim);
  owner_ = buffer;
}

}  // namespace qualm::python
