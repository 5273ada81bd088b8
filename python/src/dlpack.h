// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "qualm/array.h"

namespace qualm::python {

/// What a DLPack capsule ("dltensor") points to; the layout is that of DLPack 0.x, which every
/// __dlpack__() without arguments gives.
struct Device {
  std::int32_t type, id;
};
struct ElementType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct Tensor {
  void* data;
  Device device;
  std::int32_t n_axes;
  ElementType element;
  std::int64_t* shape;
  std::int64_t* strides;  ///< in elements; null: C order
  std::uint64_t byte_offset;
};
struct ManagedTensor {
  Tensor tensor;
  void* manager;
  void (*deleter)(ManagedTensor*);
};

/// Whether a DLPack device type is memory that this program can read: the CPU's, pinned or not.
[[nodiscard]] bool is_host(int device_type) noexcept;

/// Throws TypeError if qualm does not read such elements. `name` is what messages call it.
[[nodiscard]] ArrayView view_of(const Tensor& tensor, const std::string& name);

}  // namespace qualm::python
