// SPDX-License-Identifier: Apache-2.0
#include "report/top_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "report/top_row_bytes.h"

namespace qualm::report {
namespace {

constexpr std::size_t classes_shown = 3;

bool ranks_before(const TopRow& a, const TopRow& b) {
  return a.score != b.score ? a.score > b.score : a.row < b.row;
}

std::vector<TopRow::Class> top_classes(const Measures& measures, std::size_t i,
                                       std::size_t preferred_family) {
  const auto has_classes = [&](std::size_t f) {
    return !measures.families[f].per_class.total.empty();
  };
  std::size_t by = preferred_family;
  if (!has_classes(by)) {
    for (by = 0; by < measures.families.size() && !has_classes(by);) ++by;
    if (by == measures.families.size()) return {};
  }
  const std::size_t k = measures.n_classes;
  const double* totals = measures.families[by].per_class.total.data() + i * k;
  std::vector<std::size_t> order(k);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return totals[a] > totals[b]; });
  std::vector<TopRow::Class> classes;
  for (const std::size_t c : order) {
    if (classes.size() == classes_shown || totals[c] == 0) break;
    TopRow::Class shown{c, {}};
    for (std::size_t f = 0; f < measures.families.size(); ++f) {
      shown.families.emplace_back();
      if (!has_classes(f)) continue;
      for (const Part part : all_parts) {
        shown.families.back().push_back(get(measures.families[f].per_class, part)[i * k + c]);
      }
    }
    classes.push_back(std::move(shown));
  }
  return classes;
}

// A value that is undecided may be the greatest.
double rank_of(double score) {
  return std::isnan(score) ? std::numeric_limits<double>::infinity() : score;
}

}  // namespace

TopRows::TopRows(std::size_t sort_family, Part sort_part, std::size_t top)
    : sort_family_(sort_family), sort_part_(sort_part), top_(top) {}

TopRow TopRows::make_row(const MeasuredBlock& block, std::size_t i) const {
  TopRow row;
  row.row = block.first_row + i;
  row.predicted = block.measures.predicted[i];
  for (const FamilyResult& result : block.measures.families) {
    ThreeParts& values = row.families.emplace_back();
    for (std::size_t p = 0; p < 3; ++p) {
      const std::vector<double>& column = get(result.parts, all_parts[p]);
      values[p] = column.empty() ? std::numeric_limits<double>::quiet_NaN() : column[i];
    }
  }
  row.score = rank_of(get(block.measures.families[sort_family_].parts, sort_part_)[i]);
  row.classes = top_classes(block.measures, i, sort_family_);
  return row;
}

void TopRows::add(const MeasuredBlock& block) {
  const Measures& measures = block.measures;
  sums_.resize(measures.families.size());
  for (std::size_t f = 0; f < measures.families.size(); ++f) {
    for (std::size_t p = 0; p < 3; ++p) {
      const std::vector<double>& column = get(measures.families[f].parts, all_parts[p]);
      for (const double value : column) sums_[f][p].add(value);
      const bool is_absent = !measures.families[f].measure.family().has(all_parts[p]);
      if (is_absent) sums_[f][p].add(std::numeric_limits<double>::quiet_NaN());
    }
  }
  const std::vector<double>& scores = get(measures.families[sort_family_].parts, sort_part_);
  for (std::size_t i = 0; i < measures.n_instances && top_ > 0; ++i) {
    // Rows come in order, so a tie with the least of the kept ones does not replace it.
    if (heap_.size() == top_ && rank_of(scores[i]) <= heap_.front().score) continue;
    keep(make_row(block, i));
  }
  n_seen_ += measures.n_instances;
}

void TopRows::keep(TopRow row) {
  if (heap_.size() == top_) {
    std::pop_heap(heap_.begin(), heap_.end(), ranks_before);
    heap_.pop_back();
  }
  heap_.push_back(std::move(row));
  std::push_heap(heap_.begin(), heap_.end(), ranks_before);
}

void TopRows::name_rows(const std::function<std::string(std::size_t row)>& name,
                        const std::function<std::string(std::size_t row)>& label) {
  for (TopRow& row : heap_) {
    row.name = name(row.row);
    row.label = label(row.row);
  }
}

void TopRows::join(Group& group) {
  n_seen_ = static_cast<std::size_t>(group.sum(n_seen_));
  for (std::array<ExactSum, 3>& parts : sums_) {
    for (ExactSum& sum : parts) {
      const auto all = group.all(sum.integers());
      for (std::size_t rank = 1; rank < all.size(); ++rank) {
        if (group.is_first()) sum.add(all[rank]);
      }
    }
  }
  std::string bytes;
  for (const TopRow& row : heap_) bytes += pack_top_row(row);
  const std::vector<std::string> all = group.gather(std::move(bytes));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    for (std::string_view rest = all[rank]; !rest.empty();) {
      TopRow row = unpack_top_row(rest);
      if (heap_.size() < top_ || ranks_before(row, heap_.front())) keep(std::move(row));
    }
  }
}

std::vector<TopRow> TopRows::sorted() const {
  std::vector<TopRow> rows = heap_;
  std::sort(rows.begin(), rows.end(), ranks_before);
  return rows;
}

std::vector<ThreeParts> TopRows::means() const {
  std::vector<ThreeParts> means;
  for (const std::array<ExactSum, 3>& sums : sums_) {
    ThreeParts& parts = means.emplace_back();
    for (std::size_t p = 0; p < 3; ++p) parts[p] = sums[p].value() / static_cast<double>(n_seen_);
  }
  return means;
}

}  // namespace qualm::report
