// SPDX-License-Identifier: Apache-2.0
#include "io/choose_array.h"

#include <fmt/format.h>

#include <algorithm>

#include "error/choose.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

// Besides predictions, files of them hold these.
bool describes_rows_or_classes(const std::string& name) {
  return name == "labels" || name == "ids" || name == "class_names";
}

}  // namespace

std::string beside(const std::string& array, std::string_view name) {
  return array.substr(0, array.rfind('/') + 1).append(name);
}

std::string listing_of(std::span<const std::string> names) {
  constexpr std::size_t shown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    out += (i == 0 ? "" : ", ") + printable(names[i], 60);
  }
  if (names.size() > shown) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

std::size_t choose_array(const std::string& label, std::span<const std::string> names,
                         const OpenOptions& options) {
  std::string key = options.key;
  if (key.empty()) {
    if (names.size() == 1) return 0;
    key = options.usual_key;
    const auto others = std::count_if(names.begin(), names.end(), describes_rows_or_classes);
    if (key == "predictions" && others + 1 == std::ssize(names)) {
      return static_cast<std::size_t>(
          std::find_if_not(names.begin(), names.end(), describes_rows_or_classes) - names.begin());
    }
  }
  const auto found = std::find(names.begin(), names.end(), key);
  if (key.empty() || (options.key.empty() && found == names.end())) {
    throw_data(fmt::format("{}: holds {} arrays ({}); specify which with {}", label, names.size(),
                           listing_of(names), argument(options.key_argument)));
  }
  if (found == names.end()) {
    throw_data(fmt::format("{}: has no array {}; it holds {}{}", label, in_quotes(key),
                           listing_of(names),
                           did_you_mean(key, names, {.before = "; ", .shown = in_quotes})));
  }
  if (std::find(found + 1, names.end(), key) != names.end()) {
    throw_data(fmt::format("{}: holds two arrays {}; write it again", label, in_quotes(key)));
  }
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace qualm::io
