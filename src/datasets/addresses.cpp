// SPDX-License-Identifier: Apache-2.0
#include "datasets/addresses.h"

#include <fmt/format.h>

#include <filesystem>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm {
namespace {

/// A path as an address has it: what has a meaning there is written as %NN.
std::string escaped(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-_.~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string folder_address(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(folder, error);
  if (error) {
    throw_system(fmt::format("the mirror {}: {}; check the path", io::printable(folder, 4096),
                             error.message()));
  }
  return "file://" + escaped(path.string());
}

}  // namespace

std::vector<std::string> addresses_of(const DatasetInfo& info, std::string_view file,
                                      const std::string& mirror) {
  std::vector<std::string> out;
  if (mirror.empty()) {
    for (const std::string_view address : info.addresses) {
      out.push_back(fmt::format("{}/{}", address, file));
    }
    return out;
  }
  const bool is_web = mirror.starts_with("http://") || mirror.starts_with("https://");
  if (!is_web && mirror.find("://") != std::string::npos) {
    throw_usage(fmt::format("{}: give an address with http or https, or a folder",
                            argument("mirror", mirror)));
  }
  std::string base = is_web ? mirror : folder_address(mirror);
  while (base.ends_with('/')) base.pop_back();
  return {fmt::format("{}/{}/{}", base, info.name, file), fmt::format("{}/{}", base, file)};
}

}  // namespace qualm
