// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "qualm/column.h"
#include "qualm/error.h"
#include "qualm/evaluation/fixed_point_sum.h"
#include "qualm/measures.h"

// A struct is packed and unpacked by one function that lists its fields: fields(archive, value).
namespace qualm::state {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

template <class T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// T or const T: what fields() takes.
template <class T, class Wanted>
concept Is = std::same_as<std::remove_const_t<T>, Wanted>;

class Packer {
 public:
  template <class... Ts>
  void operator()(const Ts&... values) {
    (put(values), ...);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  template <Number T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <class T, class Allocator>
  void put(const std::vector<T, Allocator>& values) {
    put(std::uint64_t{values.size()});
    if constexpr (Number<T>) {
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::shared_ptr<const T>& value) {
    put(*value);
  }
  void put(const evaluation::Int128& value) {
    put(static_cast<std::uint64_t>(value));
    put(static_cast<std::int64_t>(value >> 64));
  }
  void put(const evaluation::FixedPointSum& sum) { put(sum.integer()); }
  void put(const Measure& measure) {
    if (!measure.is_ours()) {
      throw_usage(measure.name() + " is a measure of your own, which cannot be stored");
    }
    put(measure.name());
  }
  template <class T>
  void put(const T& value) {
    fields(*this, value);
  }

  std::string bytes_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class... Ts>
  void operator()(Ts&... values) {
    (get(values), ...);
  }
  /// Throws data unless all bytes were used.
  void end() const {
    if (!rest_.empty()) throw_data("damaged: bytes left over");
  }

 private:
  std::string_view next(std::uint64_t n_bytes) {
    if (n_bytes > rest_.size()) throw_data("damaged: it ends early");
    const std::string_view bytes = rest_.substr(0, n_bytes);
    rest_.remove_prefix(n_bytes);
    return bytes;
  }
  std::uint64_t length() {
    std::uint64_t n = 0;
    get(n);
    // Nothing has fewer bytes than one, so that no memory is taken for what is not there.
    if (n > rest_.size()) throw_data("damaged: it ends early");
    return n;
  }
  template <Number T>
  void get(T& value) {
    std::memcpy(&value, next(sizeof value).data(), sizeof value);
  }
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    if (byte > 1) throw_data("damaged: neither true nor false");
    value = byte == 1;
  }
  void get(std::string& text) { text = next(length()); }
  template <class T, class Allocator>
  void get(std::vector<T, Allocator>& values) {
    const std::uint64_t n = length();
    values.clear();
    if constexpr (Number<T>) {
      const std::string_view bytes = next(n * sizeof(T));  // n fits: it is less than the bytes
      values.resize(n);
      if (n > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    } else {
      for (std::uint64_t i = 0; i < n; ++i) {
        values.push_back(make<T>());
        get(values.back());
      }
    }
  }
  template <class T>
  void get(std::optional<T>& value) {
    bool is_there = false;
    get(is_there);
    if (is_there) get(value.emplace());
  }
  template <class T>
  void get(std::shared_ptr<const T>& value) {
    T values;
    get(values);
    value = std::make_shared<const T>(std::move(values));
  }
  void get(evaluation::Int128& value) {
    std::uint64_t low = 0;
    std::int64_t high = 0;
    get(low);
    get(high);
    value = evaluation::Int128{high} * (evaluation::Int128{1} << 64) + low;
  }
  void get(evaluation::FixedPointSum& sum) {
    evaluation::Int128 integer = 0;
    get(integer);
    sum = evaluation::FixedPointSum(integer);
  }
  void get(Measure& measure) {
    std::string name;
    get(name);
    try {
      measure = Measure(name);
    } catch (const Error& error) {  // nobody typed it
      throw_data("damaged: " + error.message());
    }
  }
  template <class T>
  void get(T& value) {
    fields(*this, value);
  }
  template <class T>
  static T make() {
    if constexpr (std::is_same_v<T, Measure>) {
      return Measure("variance");
    } else {
      return T();
    }
  }

  std::string_view rest_;
};

/// Throws data unless the enumerator is one of the first n.
template <class Enum>
void check_choice(Enum value, std::size_t n) {
  if (static_cast<std::size_t>(value) >= n) throw_data("damaged: a choice that does not exist");
}

}  // namespace qualm::state
