// SPDX-License-Identifier: Apache-2.0
#include "page/html.h"

#include "qualm/error.h"
#include "qualm/page.h"

namespace qualm::page {
namespace {

constexpr std::string_view placeholder = "\"qualm-data\"";
constexpr std::string_view line_separators = "\xe2\x80";  // U+2028 and U+2029 begin so

}  // namespace

std::string escape_for_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else if (json.substr(i, 2) == line_separators && i + 2 < json.size() &&
               (json[i + 2] == '\xa8' || json[i + 2] == '\xa9')) {
      out += json[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

void require_page() {
  if (!html_template().empty()) return;
  throw_system(
      "this program was built without the page: install nodejs, let it reach the npm registry, "
      "then "
      "configure and build again");
}

std::string fill_template(std::string_view data) {
  require_page();
  const std::string_view html = html_template();
  const std::size_t place = html.find(placeholder);
  if (place == std::string_view::npos) {
    throw Error(ErrorKind::internal, "page: the template has no data placeholder");
  }
  std::string page(html.substr(0, place));
  page += escape_for_script(data);
  page += html.substr(place + placeholder.size());
  return page;
}

}  // namespace qualm::page
