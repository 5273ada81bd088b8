// SPDX-License-Identifier: Apache-2.0
#include "io/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "io/npy_dict.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

constexpr std::size_t max_header_size = 65536;

struct TypeCode {
  std::string_view code;
  DType dtype;
};
constexpr TypeCode readable[] = {
    {"f2", DType::f16}, {"f4", DType::f32}, {"f8", DType::f64}, {"i1", DType::i8},
    {"i2", DType::i16}, {"i4", DType::i32}, {"i8", DType::i64}, {"u1", DType::u8},
    {"u2", DType::u16}, {"u4", DType::u32}, {"u8", DType::u64}, {"b1", DType::boolean},
};

struct Refusal {
  char kind;
  std::string_view what;
  std::string_view remedy;
};
constexpr std::string_view text_remedy =
    "numpy.save(\"p.npy\", a.astype(\"float32\")), or of votes by name the class numbers";
constexpr Refusal refused[] = {
    {'O', "Python objects (a pickle)",
     "numpy.save(\"p.npy\", numpy.stack(a).astype(\"float32\")), or of names a.astype(str)"},
    {'c', "complex numbers", "numpy.save(\"p.npy\", a.real)"},
    {'S', "text", text_remedy},
    {'U', "text", text_remedy},
    {'V', "raw records or bfloat16", "numpy.save(\"p.npy\", x.float().numpy()) of the tensor x"},
    {'M', "dates", "numbers are needed"},
    {'m', "time spans", "numbers are needed"},
    {'f', "floating point numbers of this size", "numpy.save(\"p.npy\", a.astype(\"float64\"))"},
};

constexpr char foreign_order = std::endian::native == std::endian::little ? '>' : '<';

void read_descr(const std::string& label, std::string_view descr, ArrayHeader& header) {
  std::string_view code = descr;
  char order = '=';
  if (!code.empty() && std::string_view("<>|=").find(code[0]) != std::string_view::npos) {
    order = code[0];
    code.remove_prefix(1);
  }
  const auto* const found = std::find_if(std::begin(readable), std::end(readable),
                                         [&](const TypeCode& c) { return c.code == code; });
  if (found == std::end(readable)) {
    for (const Refusal& r : refused) {
      if (!code.empty() && code[0] == r.kind) {
        throw_data(fmt::format("{}: holds {} (dtype {}); save numbers: {}", label, r.what,
                               in_quotes(descr), r.remedy));
      }
    }
    throw_data(
        fmt::format("{}: dtype {} is unknown; save it with numpy.save(\"p.npy\", "
                    "a.astype(\"float32\"))",
                    label, in_quotes(descr)));
  }
  header.dtype = found->dtype;
  header.byte_swapped = order == foreign_order && code.back() != '1';
}

NpyDict dict_of(const std::string& label, std::string_view header) {
  const std::size_t before = header[6] == 1 ? 10 : 12;
  return parse_npy_dict(label, header.substr(before));
}

ArrayHeader parse_array_header(const std::string& label, std::string_view header,
                               bool may_have_no_rows) {
  NpyDict dict = dict_of(label, header);
  ArrayHeader out;
  read_descr(label, dict.descr, out);
  out.fortran_order = dict.fortran_order;
  out.shape = std::move(dict.shape);
  settle_size(label, out, may_have_no_rows);
  return out;
}

}  // namespace

std::size_t npy_header_size(const std::string& label, std::string_view preamble) {
  if (!preamble.starts_with(npy_magic)) {
    throw_data(label + ": does not begin like a .npy file; save it with numpy.save");
  }
  if (preamble.size() < npy_preamble_size) {
    throw_data(label + ": ends within the header: it is truncated; copy it again");
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(preamble[i]); };
  const unsigned version = byte(6);
  if (version < 1 || version > 3) {
    throw_data(fmt::format("{}: .npy version {}.{} is unknown; save it with numpy.save", label,
                           version, byte(7)));
  }
  const std::size_t before = version == 1 ? 10 : 12;
  std::uint32_t length = byte(8) | static_cast<std::uint32_t>(byte(9)) << 8;
  if (version > 1)
    length |= static_cast<std::uint32_t>(byte(10)) << 16 | static_cast<std::uint32_t>(byte(11))
                                                               << 24;
  if (length > max_header_size) {
    throw_data(
        fmt::format("{}: claims a header of {} bytes, an array of numbers needs at most {}; "
                    "it is damaged",
                    label, length, max_header_size));
  }
  return std::max(before + length, npy_preamble_size);
}

ArrayHeader parse_npy_header(const std::string& label, std::string_view header) {
  return parse_array_header(label, header, false);
}

ArrayHeader parse_npy_shard_header(const std::string& label, std::string_view header) {
  return parse_array_header(label, header, true);
}

std::optional<ArrayHeader> parse_npy_text_header(const std::string& label,
                                                 std::string_view header) {
  const NpyDict dict = dict_of(label, header);
  const std::string_view descr = dict.descr;
  std::size_t width = 0;
  if (descr.size() < 3 || descr[1] != 'U' || dict.shape.size() != 1) return std::nullopt;
  const auto parsed = std::from_chars(descr.data() + 2, descr.data() + descr.size(), width);
  if (parsed.ptr != descr.data() + descr.size() || width == 0) return std::nullopt;
  ArrayHeader out;
  out.dtype = DType::u32;
  out.byte_swapped = descr[0] == foreign_order;
  out.shape = {dict.shape[0], width};
  settle_size(label, out);
  return out;
}

std::optional<ArrayHeader> parse_npy_entries_header(const std::string& label,
                                                    std::string_view header) {
  const std::string descr = dict_of(label, header).descr;
  if (descr.size() >= 2 && (descr[1] == 'O' || descr[1] == 'S')) {
    throw_data(fmt::format(
        "{}: holds {} (dtype {}); save texts, a.astype(str), or numbers, a.astype(int)", label,
        descr[1] == 'O' ? "Python objects (a pickle)" : "text as bytes", in_quotes(descr)));
  }
  return parse_npy_text_header(label, header);
}

}  // namespace qualm::io
