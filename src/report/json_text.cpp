// SPDX-License-Identifier: Apache-2.0
#include "report/json_text.h"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace qualm::report {

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_strings(std::span<const std::string> texts) {
  std::string list = "[";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) list += ',';
    list += json_string(texts[i]);
  }
  return list + "]";
}

}  // namespace qualm::report
