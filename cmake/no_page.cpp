// SPDX-License-Identifier: Apache-2.0
// Stands for the page where Node was missing at the build.
#include "page/html.h"
#include "qualm/page.h"

namespace qualm::page {

std::string_view html_template() noexcept {
  return {};
}
std::string_view script_hash() noexcept {
  return {};
}
std::string_view style_hash() noexcept {
  return {};
}

}  // namespace qualm::page
