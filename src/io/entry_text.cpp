// SPDX-License-Identifier: Apache-2.0
#include "io/entry_text.h"

#include <fmt/format.h>

#include <cmath>
#include <concepts>

#include "array/load_element.h"

namespace qualm::io {
namespace {

constexpr double first_gap = 9007199254740992.0;  // 2^53: no double is one more

/// Calls `visit` with each element, the last axis fastest, until it returns false.
template <std::integral Integer, class Visit>
void each_integer(const ArrayView& view, Visit visit) {
  std::vector<std::size_t> index(view.n_axes(), 0);
  std::size_t n = 1;
  for (const std::size_t length : view.shape) n *= length;
  for (std::size_t i = 0; i < n; ++i) {
    std::ptrdiff_t offset = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      offset += view.strides[axis] * static_cast<std::ptrdiff_t>(index[axis]);
    }
    if (!visit(load_plain<Integer>(view.data + offset, view.byte_swapped))) return;
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < view.shape[axis]) break;
      index[axis] = 0;
    }
  }
}

template <std::integral Integer>
std::vector<std::string> integer_texts_as(const ArrayView& view) {
  bool has_beyond = false;
  each_integer<Integer>(view, [&](Integer value) {
    has_beyond = std::abs(static_cast<double>(value)) >= first_gap;
    return !has_beyond;
  });
  std::vector<std::string> texts;
  if (!has_beyond) return texts;
  each_integer<Integer>(view, [&](Integer value) {
    texts.push_back(fmt::format("{}", value));
    return true;
  });
  return texts;
}

}  // namespace

std::string number_text(double number) {
  return std::floor(number) == number && std::abs(number) < first_gap
             ? fmt::format("{}", static_cast<long long>(number))
             : fmt::format("{}", number);
}

std::vector<std::string> integer_texts(const ArrayView& view) {
  if (view.dtype == DType::i64) return integer_texts_as<std::int64_t>(view);
  if (view.dtype == DType::u64) return integer_texts_as<std::uint64_t>(view);
  return {};
}

std::vector<std::string> texts_of(const Entries& entries) {
  if (entries.are_texts()) return entries.texts;
  if (!entries.integers.empty()) return entries.integers;
  std::vector<std::string> texts;
  for (const double number : entries.numbers) texts.push_back(number_text(number));
  return texts;
}

}  // namespace qualm::io
