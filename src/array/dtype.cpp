// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "qualm/array.h"

namespace qualm {
namespace {

struct TypeFacts {
  DType dtype;
  std::string_view name;
  std::size_t size;
};

constexpr std::array<TypeFacts, 12> facts_by_dtype = {{
    {DType::f16, "float16", 2},
    {DType::f32, "float32", 4},
    {DType::f64, "float64", 8},
    {DType::i8, "int8", 1},
    {DType::i16, "int16", 2},
    {DType::i32, "int32", 4},
    {DType::i64, "int64", 8},
    {DType::u8, "uint8", 1},
    {DType::u16, "uint16", 2},
    {DType::u32, "uint32", 4},
    {DType::u64, "uint64", 8},
    {DType::boolean, "bool", 1},
}};

const TypeFacts& facts(DType dtype) noexcept {
  return facts_by_dtype[static_cast<std::size_t>(dtype)];
}

}  // namespace

std::size_t item_size(DType dtype) noexcept {
  return facts(dtype).size;
}
std::string_view name(DType dtype) noexcept {
  return facts(dtype).name;
}
bool is_floating(DType dtype) noexcept {
  return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64;
}

}  // namespace qualm
