// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qualm/array.h"

namespace qualm::python {

/// The three structs of the Arrow C data interface; their layout is promised for good.
struct ArrowSchema {
  const char *format, *name, *metadata;
  std::int64_t flags, n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowStream {
  int (*get_schema)(ArrowStream*, ArrowSchema*);
  int (*get_next)(ArrowStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowStream*);
  void (*release)(ArrowStream*);
  void* private_data;
};

/// One of them, released when its owner goes.
template <class Struct>
class Released {
 public:
  Released() = default;
  Released(Released&& other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
  Released& operator=(Released&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Released() {
    if (value_.release != nullptr) value_.release(&value_);
  }
  /// Takes what a capsule holds: its owner must not release it then.
  static Released taken_from(Struct& other) {
    Released out;
    out.value_ = other;
    other.release = nullptr;
    return out;
  }
  Struct* operator->() noexcept { return &value_; }
  const Struct* operator->() const noexcept { return &value_; }
  Struct& operator*() noexcept { return value_; }
  const Struct& operator*() const noexcept { return value_; }

 private:
  Struct value_{};
};

/// What an Arrow column holds, as far as qualm reads it.
enum class ArrowKind { number, text, list, other };

/// Some elements of a column: those of an array from `first` on, counted from its buffers' start.
struct ArrowRun {
  const ArrowSchema* schema = nullptr;
  const ArrowArray* array = nullptr;
  std::int64_t first = 0, count = 0;
};

/// The format of a column: "f" is float32, "+w:3" a list of three.
[[nodiscard]] std::optional<DType> arrow_number(const ArrowSchema& schema);
[[nodiscard]] ArrowKind arrow_kind(const ArrowSchema& schema);

/// The first element that is missing, from 0; nothing if none is.
[[nodiscard]] std::optional<std::int64_t> first_null(const ArrowRun& run);
/// The elements of lists, which all have `length` elements. Throws ValueError, naming the row, if
/// one is of another length. Needs: the kind is list.
[[nodiscard]] ArrowRun elements_of(const ArrowRun& lists, std::int64_t& length,
                                   const std::string& place);
/// One number per element. Bits (bool) are one byte each in `unpacked`. Needs: the kind is number.
[[nodiscard]] ArrayView numbers_in(const ArrowRun& run, std::vector<std::uint8_t>& unpacked);
/// One text of a run. Needs: the kind is text, no dictionary.
[[nodiscard]] std::string_view text_in(const ArrowRun& run, std::int64_t i);

}  // namespace qualm::python
