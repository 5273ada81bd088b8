// SPDX-License-Identifier: Apache-2.0
// 8 bytes with the length of the header, the header as JSON, the tensors one behind the other.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "io/array_header.h"
#include "io/bfloat16_source.h"
#include "io/choose_array.h"
#include "io/format.h"
#include "io/json_scanner.h"
#include "io/name_index.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t length_size = 8;
constexpr std::uint64_t longest_header = std::uint64_t{16} << 20U;

struct TensorType {
  std::string_view code;
  DType dtype;
};
constexpr TensorType tensor_types[] = {
    {"F16", DType::f16},  {"F32", DType::f32}, {"F64", DType::f64}, {"I8", DType::i8},
    {"I16", DType::i16},  {"I32", DType::i32}, {"I64", DType::i64}, {"U8", DType::u8},
    {"U16", DType::u16},  {"U32", DType::u32}, {"U64", DType::u64}, {"BOOL", DType::boolean},
    {"BF16", DType::f32},  // read through a Bfloat16Source
};
constexpr std::string_view bfloat16 = "BF16";

struct Tensor {
  std::string name;
  std::string type;
  std::vector<std::size_t> shape;
  std::uint64_t first = 0, last = 0;  // from the end of the header on
};

std::uint64_t length_in(std::string_view start) {
  std::uint64_t length = 0;
  for (std::size_t i = length_size; i-- > 0;) {
    length = length << 8U | static_cast<unsigned char>(start[i]);
  }
  return length;
}

class HeaderReader {
 public:
  HeaderReader(const std::string& label, std::string_view header)
      : label_(label), json_([this] { return label_ + ": the header"; }) {
    json_.start(header);
  }

  std::vector<Tensor> read() {
    std::vector<Tensor> tensors;
    NameIndex names;
    json_.expect('{');
    if (!json_.take('}')) {
      do {
        Tensor tensor;
        tensor.name = json_.text();
        json_.expect(':');
        const std::size_t n_before = names.size();
        static_cast<void>(names.add(tensor.name));
        if (names.size() == n_before) {
          fail(fmt::format("holds two tensors {}", in_quotes(tensor.name)));
        }
        if (tensor.name == "__metadata__") {
          if (json_.peek() != '{') json_.expect('{');
          static_cast<void>(json_.value());
          continue;
        }
        read_tensor(tensor);
        tensors.push_back(std::move(tensor));
      } while (json_.take(','));
      json_.expect('}');
    }
    json_.expect_end();
    return tensors;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw_data(fmt::format("{}: {}; write it again with safetensors", label_, what));
  }

  void read_tensor(Tensor& tensor) {
    std::size_t n_types = 0, n_shapes = 0, n_offsets = 0;
    json_.expect('{');
    do {
      const std::string key(json_.text());
      json_.expect(':');
      if (key == "dtype") {
        tensor.type = json_.text();
        ++n_types;
      } else if (key == "shape") {
        for (const std::uint64_t length : integers()) tensor.shape.push_back(length);
        ++n_shapes;
      } else if (key == "data_offsets") {
        const std::vector<std::uint64_t> offsets = integers();
        if (offsets.size() != 2)
          fail(fmt::format("{} does not have two offsets", in_quotes(tensor.name)));
        tensor.first = offsets[0];
        tensor.last = offsets[1];
        ++n_offsets;
      } else {
        fail(fmt::format("{} has an entry {}, which is not of this format", in_quotes(tensor.name),
                         in_quotes(key)));
      }
    } while (json_.take(','));
    json_.expect('}');
    if (n_types != 1 || n_shapes != 1 || n_offsets != 1) {
      fail(
          fmt::format("{} needs dtype, shape and data_offsets, each once", in_quotes(tensor.name)));
    }
  }

  std::vector<std::uint64_t> integers() {
    constexpr std::size_t most = 32;
    std::vector<std::uint64_t> out;
    json_.expect('[');
    if (json_.take(']')) return out;
    do {
      const std::string_view text = json_.value();
      const auto number = parse_integer(text);
      if (!number) fail(fmt::format("{} is not a length or offset", in_quotes(text)));
      if (out.size() == most) fail(fmt::format("a tensor has more than {} axes", most));
      out.push_back(*number);
    } while (json_.take(','));
    json_.expect(']');
    return out;
  }

  const std::string& label_;
  JsonScanner json_;
};

struct Header {
  std::uint64_t data = 0;  // where the tensors begin
  std::vector<Tensor> tensors;
};

// The tensors fill the file without gap or overlap, as the format asks.
void check_offsets(const SourceFile& file, const Header& header) {
  std::vector<const Tensor*> order;
  for (const Tensor& tensor : header.tensors) order.push_back(&tensor);
  std::sort(order.begin(), order.end(), [](const Tensor* a, const Tensor* b) {
    return std::pair(a->first, a->last) < std::pair(b->first, b->last);
  });
  const std::uint64_t held = file.bytes->size() - header.data;
  std::uint64_t end = 0;
  for (const Tensor* const tensor : order) {
    const auto refuse = [&](std::string_view why) {
      throw_data(fmt::format("{}: the tensor {} has bytes {} to {}, {}; it is damaged", file.label,
                             in_quotes(tensor->name), tensor->first, tensor->last, why));
    };
    if (tensor->last < tensor->first) refuse("which end before they start");
    if (tensor->last > held) refuse(fmt::format("the file holds {}", held));
    if (tensor->first != end) refuse(fmt::format("the one before it ends at {}", end));
    end = tensor->last;
  }
  if (end != held) {
    throw_data(
        fmt::format("{}: {} bytes follow the last tensor; it is damaged", file.label, held - end));
  }
}

Header read_header_of(const SourceFile& file) {
  std::string start(length_size, '\0');
  file.bytes->read(0, std::as_writable_bytes(std::span(start)));
  const std::uint64_t length = length_in(start);
  if (length > file.bytes->size() - length_size) {
    throw_data(
        fmt::format("{}: claims a header of {} bytes but holds {}: it is truncated; copy it "
                    "again",
                    file.label, length, file.bytes->size() - length_size));
  }
  if (length > longest_header) {
    throw_data(
        fmt::format("{}: claims a header of {} bytes, at most {} are read; save the "
                    "predictions alone",
                    file.label, length, longest_header));
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  file.bytes->read(length_size, std::as_writable_bytes(std::span(text)));
  Header header{length_size + length, HeaderReader(file.label, text).read()};
  check_offsets(file, header);
  return header;
}

std::vector<std::string> names_in(const Header& header) {
  std::vector<std::string> names;
  for (const Tensor& tensor : header.tensors) names.push_back(tensor.name);
  return names;
}

}  // namespace

// Texts have no zero bytes, and no header is so long that the last byte of its length is not zero.
bool is_safetensors(std::string_view start) noexcept {
  return start.size() > length_size && start[length_size] == '{' && start[length_size - 1] == '\0';
}

std::vector<std::string> safetensors_names(const SourceFile& file) {
  return names_in(read_header_of(file));
}

StoredArray open_safetensors(const SourceFile& file, const OpenOptions& options) {
  const Header header = read_header_of(file);
  if (header.tensors.empty()) throw_data(file.label + ": holds no tensor; save the predictions");
  const Tensor& tensor = header.tensors[choose_array(file.label, names_in(header), options)];
  StoredArray array;
  array.label = fmt::format("{}[{}]", file.label, printable(tensor.name));
  const auto* const type =
      std::find_if(std::begin(tensor_types), std::end(tensor_types),
                   [&](const TensorType& each) { return each.code == tensor.type; });
  if (type == std::end(tensor_types)) {
    throw_data(fmt::format("{}: dtype {} is not read; save it as F32: tensor.float()", array.label,
                           in_quotes(tensor.type)));
  }
  ArrayHeader described;
  described.dtype = type->dtype;
  described.shape = tensor.shape;
  settle_size(array.label, described, options.may_have_no_rows);
  const bool is_short = tensor.type == bfloat16;
  check_array_size(array.label, described, (tensor.last - tensor.first) * (is_short ? 2 : 1));

  array.dtype = described.dtype;
  array.byte_swapped = std::endian::native == std::endian::big && item_size(array.dtype) > 1;
  array.shape = std::move(described.shape);
  array.in_archive = true;
  array.bytes = file.bytes;
  array.first_byte = header.data + tensor.first;
  if (is_short) {
    array.bytes = std::make_shared<Bfloat16Source>(file.bytes, array.first_byte);
    array.first_byte = 0;
    array.byte_swapped = false;
    array.is_bfloat16 = true;
  }
  return array;
}

}  // namespace qualm::io
