// SPDX-License-Identifier: Apache-2.0
#include "report/npz_arrays.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "qualm/error.h"

namespace qualm::report {
namespace {

/// A sink of a group, to which only this process writes.
class OnlyWriter final : public io::Sink {
 public:
  explicit OnlyWriter(io::Sink& sink) : sink_(sink) {}
  void write(std::string_view bytes) override { sink_.write(bytes); }
  void finish() override {}

 private:
  io::Sink& sink_;
};

}  // namespace

void NpzArrays::numbers(std::string name, Shape shape, std::vector<double> values) {
  numbers_.push_back(std::move(values));
  arrays_.push_back(
      {.name = std::move(name), .shape = std::move(shape), .numbers = numbers_.back()});
}

void NpzArrays::integers(std::string name, Shape shape, const std::vector<std::size_t>& values) {
  std::vector<std::uint32_t> narrow;
  narrow.reserve(values.size());
  for (const std::size_t value : values) {
    if (value > std::numeric_limits<std::uint32_t>::max()) {
      throw_usage(fmt::format("{} {} does not fit the 32 bits of an .npz: choose another format",
                              name, value));
    }
    narrow.push_back(static_cast<std::uint32_t>(value));
  }
  integers(std::move(name), std::move(shape), std::move(narrow));
}

void NpzArrays::integers(std::string name, Shape shape, std::vector<std::uint32_t> values) {
  integers_.push_back(std::move(values));
  arrays_.push_back(
      {.name = std::move(name), .shape = std::move(shape), .labels = integers_.back()});
}

void NpzArrays::texts(std::string name, std::vector<std::string> values) {
  texts_.push_back(std::move(values));
  arrays_.push_back(
      {.name = std::move(name), .shape = {texts_.back().size()}, .texts = texts_.back()});
}

void NpzArrays::write(io::Sink& sink) const {
  OnlyWriter writer(sink);
  io::write_npz(writer, arrays_);
}

}  // namespace qualm::report
