// SPDX-License-Identifier: Apache-2.0
#include "page/row_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "qualm/report/explain.h"
#include "report/json_text.h"

namespace qualm::page {
namespace {

static_assert(std::endian::native == std::endian::little, "blocks are little-endian");

class Bytes {
 public:
  template <typename T>
  void add(T value) {
    const auto* bytes = reinterpret_cast<const char*>(&value);
    text_.append(bytes, sizeof value);
  }
  template <typename T, typename Values>
  void column(const Values& values) {
    for (const auto value : values) add(static_cast<T>(value));
    align();
  }
  void align() { text_.resize((text_.size() + 7) / 8 * 8, '\0'); }
  void text(std::string_view text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// The values of a label-wise family for one row, means over the runs.
Parts parts_of(const PredictionSet& set, const MeasureOptions& options, std::size_t row) {
  Parts sum;
  std::vector<std::byte> buffer;
  const double share = 1 / static_cast<double>(set.n_runs());
  for (std::size_t run = 0; run < set.n_runs(); ++run) {
    const Measures measures = measure(set.read(run, row, row + 1, buffer), options);
    for (auto part : {&Parts::aleatoric, &Parts::epistemic}) {
      const std::vector<double>& values = measures.families[0].per_class.*part;
      (sum.*part).resize(values.size());
      for (std::size_t k = 0; k < values.size(); ++k) (sum.*part)[k] += share * values[k];
    }
  }
  return sum;
}

struct Detail {
  Explanation row;
  std::vector<Parts> families;
};

Detail detail_of(const State& state, const RowRef& ref) {
  const PredictionSet& set = *state.request.sets[ref.set].predictions;
  ExplainRequest request;
  request.measures.corrected = state.request.measures.corrected;
  Detail detail{explain_row(set, request, ref.row), {}};
  detail.families.push_back(detail.row.variance);
  for (const Measure& each : block_families(state.request.measures)) {
    if (each == Measure("variance")) continue;
    MeasureOptions options = state.request.measures;
    options.measures = {each};
    options.class_weights.clear();
    options.per_class = true;
    detail.families.push_back(parts_of(set, options, ref.row));
  }
  return detail;
}

std::uint32_t label_of(const State& state, const RowRef& ref) {
  const std::vector<std::uint32_t>& labels = state.request.sets[ref.set].predictions->labels();
  return labels.empty() ? 0xffffffffU : labels[ref.row];
}

}  // namespace

std::vector<Measure> block_families(const MeasureOptions& options) {
  std::vector<Measure> result = {"variance"};
  for (const Measure& each : options.measures) {
    if (each != result[0] && each.family().label_wise) result.push_back(each);
  }
  return result;
}

std::string row_block(const State& state, const Weighted& weighted, const BlockRequest& request) {
  const PredictionSet& first = *state.request.sets[0].predictions;
  const std::size_t n_classes = first.n_classes();
  const std::size_t n_members = first.n_members() * first.n_runs();
  const std::size_t n_families = block_families(state.request.measures).size();
  const std::size_t words_size = 200;
  const std::size_t row_bytes = n_classes * (8 + 16 * n_families + 4 * n_members) + words_size;
  const std::size_t detailed = std::min(request.rows.size(), request.detail_bytes / row_bytes);
  std::vector<Detail> details;
  std::vector<std::string> words;
  for (const RowRef& ref : request.rows.first(detailed)) {
    details.push_back(detail_of(state, ref));
    words.push_back(report::in_words(details.back().row, first.class_names()));
  }
  const bool has_ids =
      std::any_of(state.request.sets.begin(), state.request.sets.end(),
                  [](const Source& set) { return !set.predictions->ids().empty(); });
  if (has_ids) {
    for (const RowRef& ref : request.rows) {
      const std::vector<std::string>& ids = state.request.sets[ref.set].predictions->ids();
      words.push_back(ids.empty() ? std::string() : ids[ref.row]);
    }
  }
  const std::string texts = report::json_strings(words);

  Bytes out;
  out.text("QLM1");
  for (const std::size_t n : {request.rows.size(), request.n_matching, detailed, n_classes,
                              n_members, state.names.size(), n_families, texts.size()}) {
    out.add(static_cast<std::uint32_t>(n));
  }
  out.align();
  const auto column = [&](auto type, const auto& of_row) {
    for (const RowRef& ref : request.rows) out.add(static_cast<decltype(type)>(of_row(ref)));
    out.align();
  };
  column(std::uint32_t{}, [](const RowRef& ref) { return ref.set; });
  column(std::uint32_t{}, [](const RowRef& ref) { return ref.row; });
  column(std::uint32_t{},
         [&](const RowRef& ref) { return weighted.sets[ref.set].predicted(ref.row); });
  column(std::uint32_t{}, [&](const RowRef& ref) { return label_of(state, ref); });
  for (std::size_t s = 0; s < state.names.size(); ++s) {
    column(std::uint32_t{},
           [&](const RowRef& ref) { return weighted.sets[ref.set].ranks[s][ref.row]; });
  }
  for (std::size_t s = 0; s < state.names.size(); ++s) {
    column(double{}, [&](const RowRef& ref) { return weighted.sets[ref.set].score(s)[ref.row]; });
  }
  for (const Detail& detail : details) out.column<double>(detail.row.mean);
  for (std::size_t f = 0; f < n_families; ++f) {
    for (const Detail& detail : details) out.column<double>(detail.families[f].aleatoric);
    for (const Detail& detail : details) out.column<double>(detail.families[f].epistemic);
  }
  for (const Detail& detail : details) {
    for (const double p : detail.row.members) out.add(static_cast<float>(p));
  }
  out.align();
  out.text(texts);
  return out.take();
}

}  // namespace qualm::page
