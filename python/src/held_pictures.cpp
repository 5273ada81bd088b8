// SPDX-License-Identifier: Apache-2.0
#include "held_pictures.h"

#include <cstring>
#include <memory>
#include <utility>

namespace qualm::python {
namespace {

// The bytes of a held array in C order.
class HeldBytes final : public io::ByteSource {
 public:
  HeldBytes(const std::byte* data, std::uint64_t size) : data_(data), size_(size) {}
  [[nodiscard]] std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::span<std::byte> out) const override {
    std::memcpy(out.data(), data_ + offset, out.size());
  }

 private:
  const std::byte* data_;
  std::uint64_t size_;
};

PictureFile pictures_of(const HeldArray& images, std::size_t n_rows) {
  io::StoredArray array;
  array.label = "images";
  array.dtype = images.view().dtype;
  array.byte_swapped = images.view().byte_swapped;
  array.shape = images.view().shape;
  array.bytes = std::make_shared<HeldBytes>(images.view().data, array.n_bytes());
  return PictureFile(std::move(array), n_rows);
}

}  // namespace

HeldPictures::HeldPictures(const pybind11::object& images, std::size_t n_rows) {
  if (images.is_none()) return;
  array_.emplace(images, "images");
  file_ = std::make_shared<const PictureFile>(pictures_of(*array_, n_rows));
}

}  // namespace qualm::python
