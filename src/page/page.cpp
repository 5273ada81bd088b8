// SPDX-License-Identifier: Apache-2.0
#include "qualm/page.h"

#include <fmt/format.h>

#include <utility>

#include "page/html.h"
#include "page/row_block.h"
#include "page/select_rows.h"
#include "page/state.h"
#include "page/summary_json.h"
#include "page/thumbnail.h"
#include "plot/base64.h"

namespace qualm::page {
namespace {

// Together with the summary a report stays below 10 MB, whatever the number of classes.
constexpr std::size_t report_detail_bytes = 3'500'000;
constexpr std::size_t report_picture_bytes = 2'500'000;
constexpr std::size_t report_picture_side = 48;
constexpr std::size_t live_detail_bytes = 8'000'000;
constexpr std::size_t live_picture_side = 512;

/// Empty for a row without one.
std::string picture_of(const State& state, const RowRef& ref, std::size_t side) {
  const auto& pictures = state.request.sets[ref.set].pictures;
  const std::optional<Picture> picture =
      pictures == nullptr ? std::nullopt : pictures->read(ref.row);
  return picture ? thumbnail(*picture, side) : std::string();
}

/// A JSON list of base64 texts, null where there is no picture or no room for it.
std::string pictures_json(const State& state, const std::vector<RowRef>& rows) {
  std::string list = "[";
  for (const RowRef& ref : rows) {
    if (list.size() > 1) list += ',';
    const std::string png = list.size() < report_picture_bytes
                                ? picture_of(state, ref, report_picture_side)
                                : std::string();
    list += png.empty() ? "null" : '"' + plot::base64(png) + '"';
  }
  return list + "]";
}

bool has_pictures(const State& state) {
  for (const Source& source : state.request.sets) {
    if (source.pictures != nullptr) return true;
  }
  return false;
}

}  // namespace

Page::Page(Request request, const Listener& listener)
    : state_(std::make_unique<State>(std::move(request), listener)) {}

Page::~Page() = default;

std::string Page::report(const Progress& progress) const {
  require_page();
  const std::string& summarized = state_->summary(progress);
  const std::vector<RowRef> rows =
      telling_rows(state_->base->sets, state_->request.measures.measures, state_->request.n_rows);
  const std::string block =
      row_block(*state_, *state_->base, {rows, rows.size(), report_detail_bytes});
  return fill_template(fmt::format(R"({{"live":false,"summary":{},"rows":"{}","pictures":{}}})",
                                   summarized, plot::base64(block),
                                   has_pictures(*state_) ? pictures_json(*state_, rows) : "null"));
}

std::string Page::live(const Progress& progress) const {
  const std::string& summarized = state_->summary(progress);
  const std::vector<RowRef> rows =
      telling_rows(state_->base->sets, state_->request.measures.measures, state_->request.n_rows);
  const std::string block = row_block(*state_, *state_->base, {rows, rows.size(), 0});
  return fill_template(fmt::format(R"({{"live":true,"summary":{},"rows":"{}","pictures":null}})",
                                   summarized, plot::base64(block)));
}

std::string Page::summary(const std::vector<double>& class_weights) const {
  const auto weighted = state_->weighted(class_weights);
  return weighted == state_->base ? state_->summary() : summary_json(*state_, *weighted);
}

std::string Page::rows(const RowQuery& query) const {
  const auto weighted = state_->weighted(query.class_weights);
  const SelectedRows selected = select_rows(*state_, *weighted, query);
  return row_block(
      *state_, *weighted,
      {selected.rows, selected.n_matching, query.class_by_class ? live_detail_bytes : 0});
}

std::string Page::picture(std::size_t set, std::size_t row) const {
  const std::vector<Source>& sets = state_->request.sets;
  if (set >= sets.size() || row >= sets[set].predictions->n_instances()) return {};
  return picture_of(*state_, {set, row}, live_picture_side);
}

}  // namespace qualm::page
