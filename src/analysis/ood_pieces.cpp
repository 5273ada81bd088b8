// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "qualm/analysis/ood_source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

void check_alike(const ScoreTable& in, const OodSetPieces& set) {
  for (const ScoreTable& table : set.tables) {
    if (table.runs.size() != in.runs.size()) {
      throw_usage(fmt::format(
          "{} and the in-distribution set have {} and {} runs: give the same number of runs",
          set.name, table.runs.size(), in.runs.size()));
    }
    if (table.names != in.names) {
      throw_usage(fmt::format(
          "{} has other scores than the in-distribution set: give the same ones", set.name));
    }
  }
}

constexpr std::size_t rows_at_a_time = 1024;

/// Rows of one table, few enough to be sorted at a time.
struct PieceOfRows {
  const ScoreTable* table;
  std::size_t first, n_rows;
};

std::vector<PieceOfRows> cut_to_sort(std::span<const ScoreTable> tables) {
  std::vector<PieceOfRows> pieces;
  for (const ScoreTable& table : tables) {
    for (std::size_t first = 0; first < table.n_rows; first += rows_to_sort()) {
      pieces.push_back({&table, first, std::min(rows_to_sort(), table.n_rows - first)});
    }
  }
  return pieces;
}

}  // namespace

OodPieces::OodPieces(std::span<const ScoreTable> in, std::vector<OodSetPieces> sets,
                     unsigned threads)
    : in_(in), sets_(std::move(sets)), threads_(threads) {
  check();
}

OodPieces::OodPieces(ScoreTable in, std::vector<OodSet> sets, unsigned threads)
    : own_sets_(std::move(sets)), threads_(threads) {
  own_in_.push_back(std::move(in));
  in_ = own_in_;
  for (const OodSet& set : own_sets_) sets_.push_back({set.name, {&set.table, 1}});
  check();
}

void OodPieces::check() const {
  for (const OodSetPieces& set : sets_) {
    check_alike(in_[0], set);
    if (count_rows(in_) + count_rows(set.tables) == 0) throw_data(set.name + ": no rows");
  }
}

std::size_t OodPieces::n_in() const {
  return count_rows(in_);
}

std::size_t OodPieces::n_out(std::size_t set) const {
  return count_rows(sets_[set].tables);
}

std::vector<std::string> OodPieces::sets() const {
  std::vector<std::string> names;
  for (const OodSetPieces& set : sets_) names.push_back(set.name);
  return names;
}

Tally OodPieces::count(std::size_t set, std::size_t score, std::size_t run) const {
  std::vector<RowsOfKind> rows;
  for (const ScoreTable& table : in_) {
    rows.push_back({table.runs[run].columns[score], Kind::negative});
  }
  for (const ScoreTable& table : sets_[set].tables) {
    rows.push_back({table.runs[run].columns[score], Kind::positive});
  }
  return tally_of(rows, threads_, [&] {
    if (own_in_.empty()) return;
    // Not = {}, which keeps the memory of a vector.
    own_sets_[set].table.runs[run].columns[score] = Column<double>();
    if (set + 1 == sets_.size()) own_in_[0].runs[run].columns[score] = Column<double>();
  });
}

OodPieces::Sorted OodPieces::sort(std::span<const ScoreTable> tables, Kind kind) const {
  Sorted sorted{.kind = kind};
  const std::vector<PieceOfRows> pieces_of_rows = cut_to_sort(tables);
  sorted.groups.resize(pieces_of_rows.size());
  for (std::size_t score = 0; score < names().size(); ++score) {
    std::vector<Tally> pieces;
    for (std::size_t piece = 0; piece < pieces_of_rows.size(); ++piece) {
      const auto [table, first, n_rows] = pieces_of_rows[piece];
      GroupedRows rows(std::span(table->runs[0].columns[score]).subspan(first, n_rows));
      pieces.push_back(rows.tally(kind));
      sorted.groups[piece].push_back(std::move(rows));
    }
    sorted.tallies.push_back(merge(pieces));
  }
  return sorted;
}

void OodPieces::add_pairs_of(const Sorted& sorted, std::span<const Tally> all,
                             std::span<PairMoments> sums) {
  for (const std::vector<GroupedRows>& piece : sorted.groups) {
    std::vector<Column<std::uint64_t>> placed;
    for (std::size_t score = 0; score < piece.size(); ++score) {
      placed.push_back(place(all[score], *piece[score].scores, sorted.kind));
    }
    add_pairs(piece, placed, sorted.kind, sums);
  }
}

SetDetections OodPieces::detect(std::size_t set, const Detect& detect) const {
  SetDetections found;
  const std::size_t n_scores = names().size();
  if (!has_pairs()) {
    for (std::size_t score = 0; score < n_scores; ++score) {
      std::vector<Tally> runs;
      for (std::size_t run = 0; run < n_runs(); ++run) runs.push_back(count(set, score, run));
      found.scores.push_back(detect(set, score, runs));
    }
    return found;
  }
  if (!in_sorted_) in_sorted_ = sort(in_, Kind::negative);
  const Sorted out = sort(sets_[set].tables, Kind::positive);
  std::vector<Tally> all;
  for (std::size_t score = 0; score < n_scores; ++score) {
    const Tally both[] = {in_sorted_->tallies[score], out.tallies[score]};
    all.push_back(merge(both));
    all.back().threads = threads_;
    found.scores.push_back(detect(set, score, {all.back()}));
  }
  found.pairs.resize(n_scores * (n_scores - 1) / 2);
  add_pairs_of(*in_sorted_, all, found.pairs);
  add_pairs_of(out, all, found.pairs);
  return found;
}

void add_pairs(std::span<const GroupedRows> rows, std::span<const Column<std::uint64_t>> placed,
               Kind kind, std::span<PairMoments> sums) {
  const std::size_t n_rows = rows.empty() ? 0 : rows[0].group.size();
  std::vector<std::int64_t> block(rows.size() * rows_at_a_time);
  for (std::size_t first = 0; first < n_rows; first += rows_at_a_time) {
    const std::size_t n = std::min(rows_at_a_time, n_rows - first);
    for (std::size_t score = 0; score < rows.size(); ++score) {
      for (std::size_t i = 0; i < n; ++i) {
        block[score * rows_at_a_time + i] =
            static_cast<std::int64_t>(placed[score][rows[score].group[first + i]]);
      }
    }
    std::size_t pair = 0;
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t b = a + 1; b < rows.size(); ++b, ++pair) {
        Moments& moments =
            kind == Kind::negative ? sums[pair].of_negatives : sums[pair].of_positives;
        const std::int64_t* const of_a = block.data() + a * rows_at_a_time;
        const std::int64_t* const of_b = block.data() + b * rows_at_a_time;
        for (std::size_t i = 0; i < n; ++i) moments.add(of_a[i] - of_b[i]);
      }
    }
  }
}

OodResult ood(const ScoreTable& in, std::span<const OodSet> sets, const OodOptions& options,
              const Progress& progress) {
  std::vector<OodSetPieces> pieces;
  for (const OodSet& set : sets) pieces.push_back({set.name, {&set.table, 1}});
  return ood(OodPieces({&in, 1}, std::move(pieces), options.bootstrap.threads), options, progress);
}

}  // namespace qualm
