// SPDX-License-Identifier: Apache-2.0
#include "program_beside.h"

#include <filesystem>

#include "system/system_calls.h"

namespace qualm::cli {

std::string program_beside(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::path(sys::own_program()).parent_path();
  for (const fs::path& place : {folder / name, folder.parent_path() / QUALM_LIBEXEC / name}) {
    if (fs::exists(place, error)) return place.string();
  }
  return {};
}

}  // namespace qualm::cli
