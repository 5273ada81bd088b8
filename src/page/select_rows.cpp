// SPDX-License-Identifier: Apache-2.0
#include "page/select_rows.h"

#include <algorithm>
#include <functional>

#include "qualm/error.h"
#include "qualm/evaluation/rejection.h"

namespace qualm::page {
namespace {

/// What the rows are sorted by, one column per set.
class SortKeys {
 public:
  SortKeys(const State& state, const Weighted& weighted, const RowQuery& query) {
    if (query.sort == "row") return;
    if (query.sort.starts_with("gap.")) {
      if (state.n_families() < 2)
        throw_usage("a difference in rank needs two families of measures");
      const std::vector<Measure>& measures = state.request.measures.measures;
      const std::size_t one = state.index_of(measures[0].name() + query.sort.substr(3));
      const std::size_t other = state.index_of(measures[1].name() + query.sort.substr(3));
      for (const ScoredSet& set : weighted.sets) own_.push_back(rank_gaps(set, one, other));
      for (const auto& column : own_) columns_.emplace_back(column);
      return;
    }
    const std::size_t score = state.index_of(query.sort);
    if (query.of_class) {
      Score of = state.scores[score];
      if (!of.measure.family().label_wise || *query.of_class >= n_classes(state)) {
        throw_usage("unknown score of a class: " + query.sort);
      }
      of.of_class = query.of_class;
      kept_ = state.of_class(of);
      for (const auto& column : *kept_) columns_.emplace_back(column);
      return;
    }
    for (const ScoredSet& set : weighted.sets) columns_.push_back(set.score(score));
  }

  [[nodiscard]] double operator()(const RowRef& ref) const {
    return columns_.empty() ? -static_cast<double>(ref.row) : columns_[ref.set][ref.row];
  }

 private:
  static std::size_t n_classes(const State& state) {
    return state.request.sets[0].predictions->n_classes();
  }
  std::vector<std::vector<double>> own_;
  std::shared_ptr<const ClassColumns> kept_;
  std::vector<std::span<const double>> columns_;
};

using Test = std::function<bool(const RowRef&)>;

void add_box(const State& state, const Weighted& weighted, const RowQuery& query,
             std::vector<Test>& tests) {
  const std::string& family_name = query.box->measure;
  const std::size_t x = state.index_of(family_name + ".aleatoric");
  const std::size_t y = state.index_of(family_name + ".epistemic");
  tests.emplace_back([&weighted, box = *query.box, x, y](const RowRef& ref) {
    const double au = weighted.sets[ref.set].score(x)[ref.row];
    const double eu = weighted.sets[ref.set].score(y)[ref.row];
    return au >= box.aleatoric[0] && au <= box.aleatoric[1] && eu >= box.epistemic[0] &&
           eu <= box.epistemic[1];
  });
}

std::vector<Test> tests_of(const State& state, const Weighted& weighted, const RowQuery& query) {
  std::vector<Test> tests;
  if (query.row) tests.emplace_back([&](const RowRef& ref) { return ref.row == *query.row; });
  if (query.predicted) {
    tests.emplace_back([&](const RowRef& ref) {
      return weighted.sets[ref.set].predicted(ref.row) == *query.predicted;
    });
  }
  if (query.label) {
    tests.emplace_back([&](const RowRef& ref) {
      const std::vector<std::uint32_t>& labels = state.request.sets[ref.set].predictions->labels();
      return !labels.empty() && labels[ref.row] == *query.label;
    });
  }
  if (query.wrong) {
    tests.emplace_back([&](const RowRef& ref) {
      const ScoredSet& set = weighted.sets[ref.set];
      return set.has_labels() && set.is_wrong(ref.row) == *query.wrong;
    });
  }
  if (query.part != RowQuery::Part::all) {
    const std::size_t score = state.index_of(query.rejected_by);
    const std::size_t n = n_rejected(weighted.sets[0].table.n_rows, query.portion);
    tests.emplace_back([&weighted, &query, score, n](const RowRef& ref) {
      const bool is_rejected = weighted.sets[ref.set].ranks[score][ref.row] < n;
      return is_rejected == (query.part == RowQuery::Part::rejected);
    });
  }
  if (query.box) add_box(state, weighted, query, tests);
  return tests;
}

}  // namespace

SelectedRows select_rows(const State& state, const Weighted& weighted, const RowQuery& query) {
  const SortKeys key(state, weighted, query);
  const std::vector<Test> tests = tests_of(state, weighted, query);
  std::vector<std::pair<double, RowRef>> matching;
  for (std::size_t s = 0; s < weighted.sets.size(); ++s) {
    if (query.set && *query.set != s) continue;
    for (std::size_t row = 0; row < weighted.sets[s].table.n_rows; ++row) {
      const RowRef ref{s, row};
      const bool fits =
          std::all_of(tests.begin(), tests.end(), [&](const Test& test) { return test(ref); });
      if (fits) matching.emplace_back(query.ascending ? -key(ref) : key(ref), ref);
    }
  }
  SelectedRows result;
  result.n_matching = matching.size();
  const std::size_t first = std::min(query.first, matching.size());
  const std::size_t last = std::min(first + query.count, matching.size());
  const auto at = [&](std::size_t i) { return matching.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto before = [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    return a.second.set != b.second.set ? a.second.set < b.second.set : a.second.row < b.second.row;
  };
  // Only what is asked for need be in order, whatever comes before and behind.
  if (first > 0 && first < matching.size()) {
    std::nth_element(matching.begin(), at(first), matching.end(), before);
  }
  std::partial_sort(at(first), at(last), matching.end(), before);
  for (std::size_t i = first; i < last; ++i) result.rows.push_back(matching[i].second);
  return result;
}

}  // namespace qualm::page
