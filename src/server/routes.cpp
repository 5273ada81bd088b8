// SPDX-License-Identifier: Apache-2.0
#include "server/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "qualm/error.h"

namespace qualm::server {
namespace {

constexpr std::string_view html = "text/html; charset=utf-8", json = "application/json",
                           bytes = "application/octet-stream", png = "image/png",
                           plain = "text/plain; charset=utf-8";

Answer no_such_route() {
  return {404, plain, "no such route\n"};
}

Answer show_page(const page::Page& page, const Parameters& /*parameters*/) {
  return {200, html, page.live()};
}

Answer show_summary(const page::Page& page, const Parameters& parameters) {
  const auto weights = parameters.find("weights");
  return {200, json,
          page.summary(weights == parameters.end() ? std::vector<double>{}
                                                   : parse_weights(weights->second))};
}

Answer show_rows(const page::Page& page, const Parameters& parameters) {
  return {200, bytes, page.rows(parse_row_query(parameters))};
}

Answer show_picture(const page::Page& page, const Parameters& parameters) {
  const auto number = [&](const std::string& name) {
    const auto found = parameters.find(name);
    return parse_whole(name, found == parameters.end() ? "" : found->second);
  };
  std::string picture = page.picture(number("set"), number("row"));
  if (picture.empty()) return {204, png, {}};  // some rows have none
  return {200, png, std::move(picture)};
}

struct Route {
  std::string_view path;
  Answer (*show)(const page::Page& page, const Parameters& parameters);
};
constexpr Route routes[] = {
    {"/", show_page}, {"/summary", show_summary}, {"/rows", show_rows}, {"/picture", show_picture}};

}  // namespace

Answer answer_early(std::string_view path, unsigned percent) {
  const auto is_route = [&](const Route& route) { return route.path == path; };
  if (std::none_of(std::begin(routes), std::end(routes), is_route)) return no_such_route();
  const std::string text = fmt::format("Being computed: {}%", percent);
  Answer early{503, plain, text + "\n", false, true};
  if (path == "/") {
    early.type = html;
    early.body = fmt::format(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" "
        "content=\"1\"><title>qualm</title><p role=\"status\">{}</p></html>\n",
        text);
  }
  return early;
}

Answer answer(const page::Page& page, std::string_view path, const Parameters& parameters) {
  try {
    for (const Route& route : routes) {
      if (route.path == path) return route.show(page, parameters);
    }
    return no_such_route();
  } catch (const Error& error) {
    const bool is_theirs = error.kind() == ErrorKind::usage || error.kind() == ErrorKind::data;
    return {is_theirs ? 400U : 500U, plain, std::string(error.what()) + "\n"};
  }
}

}  // namespace qualm::server
