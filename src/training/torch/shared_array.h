// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <span>

#include "qualm/error.h"

namespace qualm::training {

/// Floats that this process and the workers it starts afterwards see together.
class SharedFloats {
 public:
  explicit SharedFloats(std::size_t size) : size_(size) {
    memory_ = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw_system("out of memory");
  }
  ~SharedFloats() { ::munmap(memory_, bytes()); }
  SharedFloats(const SharedFloats&) = delete;
  SharedFloats& operator=(const SharedFloats&) = delete;

  [[nodiscard]] std::span<float> values() const noexcept {
    return {static_cast<float*>(memory_), size_};
  }

 private:
  [[nodiscard]] std::size_t bytes() const noexcept { return (size_ + 1) * sizeof(float); }

  std::size_t size_;
  void* memory_;
};

}  // namespace qualm::training
