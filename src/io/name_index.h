// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace qualm::io {

/// The names along one axis of a text file, numbered as they first appear.
class NameIndex {
 public:
  /// The number of `name`, a new one if it was not there.
  [[nodiscard]] std::uint32_t add(std::string_view name);
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t number) const { return *names_[number]; }
  [[nodiscard]] std::vector<std::string> names() const;

  /// Where each name belongs on the axis: names that are 0 to n-1 at their number, others in order
  /// of appearance.
  [[nodiscard]] std::vector<std::uint32_t> positions() const;
  /// The same in an order that the file's rows do not decide: by number if all names are integers,
  /// else by name.
  [[nodiscard]] std::vector<std::uint32_t> sorted_positions() const;
  /// The names in that order.
  [[nodiscard]] std::vector<std::string> sorted_names() const;
  /// True if the names are 0 to n-1, in any order: they say no more than the position does.
  [[nodiscard]] bool is_numbering() const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
  std::vector<const std::string*> names_;  // the keys, which do not move
  std::uint32_t last_ = 0;
};

/// The value of "0", "17", ...: digits only, no leading zeros, below 2^64.
[[nodiscard]] std::optional<std::uint64_t> parse_integer(std::string_view text) noexcept;

}  // namespace qualm::io
