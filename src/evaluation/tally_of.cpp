// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "evaluation/bucket_sort.h"
#include "evaluation/radix_sort.h"
#include "evaluation/strips.h"
#include "parallel/parallel.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "qualm/evaluation/merge.h"

namespace qualm {
namespace {

/// Calls visit(score, is_positive) for the rows from one on, up to another.
template <class Visit>
void visit_rows(std::span<const RowsOfKind> all, std::size_t first, std::size_t last,
                const Visit& visit) {
  std::size_t before = 0;
  for (const RowsOfKind& rows : all) {
    const std::size_t from = std::max(first, before);
    const std::size_t to = std::min(last, before + rows.scores.size());
    if (rows.flags.empty()) {
      const bool is_positive = rows.kind == Kind::positive;
      for (std::size_t i = from; i < to; ++i) visit(rows.scores[i - before], is_positive);
    } else {
      for (std::size_t i = from; i < to; ++i) {
        visit(rows.scores[i - before], rows.flags[i - before] != 0);
      }
    }
    before += rows.scores.size();
  }
}

/// Calls work(part, first, last) for each of `n_parts` even parts of n rows.
template <class Work>
void work_on_parts(std::size_t n, unsigned n_parts, const Work& work) {
  parallel_for(n_parts, 1, n_parts, [&](std::size_t first_part, std::size_t last_part) {
    for (std::size_t part = first_part; part < last_part; ++part) {
      work(part, n * part / n_parts, n * (part + 1) / n_parts);
    }
  });
}

/// Of all rows; has no values if there are none.
kernels::ScoreRange range_of(std::span<const RowsOfKind> rows, std::size_t n, unsigned n_parts) {
  std::vector<kernels::ScoreRange> parts(n_parts);
  work_on_parts(n, n_parts, [&](std::size_t part, std::size_t first, std::size_t last) {
    std::size_t before = 0;
    for (const RowsOfKind& each : rows) {
      const std::size_t from = std::clamp(first, before, before + each.scores.size());
      const std::size_t to = std::clamp(last, before, before + each.scores.size());
      parts[part].add(
          evaluation::rank_kernels().range(each.scores.data() + (from - before), to - from));
      before += each.scores.size();
    }
  });
  kernels::ScoreRange range;
  for (const kernels::ScoreRange& part : parts) range.add(part);
  return range;
}

/// Rows as words in buckets of ascending scores; then sorted within each.
template <typename Float>
class BucketedRows {
  using Key = decltype(evaluation::sortable_bits(Float{}));

 public:
  BucketedRows(std::span<const RowsOfKind> rows, std::size_t n, const kernels::ScoreRange& range,
               unsigned threads)
      : buckets_(key_of(range.low), key_of(range.high), n),
        starts_(buckets_.n_buckets + 1),
        words_(n),
        n_(n),
        threads_(threads) {
    std::vector<std::vector<std::uint32_t>> next(threads);
    work_on_parts(n, threads, [&](std::size_t part, std::size_t first, std::size_t last) {
      next[part].resize(buckets_.n_buckets);
      visit_rows(rows, first, last,
                 [&](double score, bool) { ++next[part][buckets_.bucket(key_of(score))]; });
    });
    std::uint32_t sum = 0;
    for (std::size_t bucket = 0; bucket < buckets_.n_buckets; ++bucket) {
      starts_[bucket] = sum;
      for (auto& of_part : next) sum += std::exchange(of_part[bucket], sum);
    }
    starts_.back() = sum;
    work_on_parts(n, threads, [&](std::size_t part, std::size_t first, std::size_t last) {
      std::uint32_t* const to = next[part].data();
      visit_rows(rows, first, last, [&](double score, bool is_positive) {
        const Key key = key_of(score);
        words_[to[buckets_.bucket(key)]++] = buckets_.word(key, is_positive);
      });
    });
  }

  [[nodiscard]] Tally count() {
    std::vector<std::size_t> first_group(buckets_.n_buckets + 1);
    each_bucket([&](std::size_t bucket, std::vector<Key>& scratch) {
      const std::span<Key> words = of_bucket(bucket);
      evaluation::sort_words(words, buckets_.place_bits + 1, scratch);
      std::size_t n_groups = words.empty() ? 0 : 1;
      for (std::size_t i = 1; i < words.size(); ++i) {
        n_groups += (words[i] >> 1U) != (words[i - 1] >> 1U) ? 1U : 0U;
      }
      first_group[bucket + 1] = n_groups;
    });
    for (std::size_t i = 1; i < first_group.size(); ++i) first_group[i] += first_group[i - 1];
    Groups groups(first_group.back(), buckets_.n_buckets);
    each_bucket([&](std::size_t bucket, std::vector<Key>&) {
      write_groups(bucket, first_group[bucket], groups);
    });
    return std::move(groups).tally();
  }

 private:
  /// Counts on their way to a tally, written bucket by bucket.
  struct Groups {
    Column<double> scores;
    Column<std::uint8_t> negatives, positives;
    std::vector<std::vector<Counts::Large>> large_negatives, large_positives;  // by bucket

    Groups(std::size_t n, std::size_t n_buckets)
        : scores(n),
          negatives(n),
          positives(n),
          large_negatives(n_buckets),
          large_positives(n_buckets) {}
    [[nodiscard]] Tally tally() && {
      return {std::move(scores), Counts(std::move(negatives), joined(large_negatives)),
              Counts(std::move(positives), joined(large_positives))};
    }
    static std::vector<Counts::Large> joined(std::vector<std::vector<Counts::Large>>& parts) {
      std::vector<Counts::Large> all;
      for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
      return all;
    }
  };

  static Key key_of(double score) noexcept {
    return evaluation::sortable_bits(static_cast<Float>(score));
  }
  std::span<Key> of_bucket(std::size_t bucket) noexcept {
    return std::span(words_).subspan(starts_[bucket], starts_[bucket + 1] - starts_[bucket]);
  }
  /// Calls work(bucket, scratch) for every bucket: several threads take runs of buckets with about
  /// as many rows each.
  template <class Work>
  void each_bucket(const Work& work) {
    constexpr std::size_t n_runs = 64;
    std::vector<std::size_t> ends;
    for (std::size_t bucket = 0; bucket < buckets_.n_buckets; ++bucket) {
      const std::size_t last_row = starts_[bucket + 1];
      const bool is_long = last_row - (ends.empty() ? 0 : starts_[ends.back()]) >= n_ / n_runs;
      if (is_long || bucket + 1 == buckets_.n_buckets) ends.push_back(bucket + 1);
    }
    parallel_for(ends.size(), 1, threads_, [&](std::size_t first_run, std::size_t last_run) {
      std::vector<Key> scratch;
      const std::size_t first = first_run == 0 ? 0 : ends[first_run - 1];
      for (std::size_t bucket = first; bucket < ends[last_run - 1]; ++bucket) work(bucket, scratch);
    });
  }

  /// Writes what is known of a group at each of its rows, the last one last: whether a row begins
  /// a group is as good as random, and a branch on it would be taken wrongly half of the time.
  void write_groups(std::size_t bucket, std::size_t first_group, Groups& groups) {
    const std::span<const Key> words = of_bucket(bucket);
    // Bytes may lie anywhere for all the compiler knows: it is told where these do not.
    const evaluation::Buckets<Key> buckets = buckets_;
    double* const scores = groups.scores.data();
    std::uint8_t *const negatives = groups.negatives.data(), *const positives =
                                                                 groups.positives.data();
    std::size_t group = first_group - 1;
    Key place = std::numeric_limits<Key>::max();  // more than any
    std::uint32_t n_rows = 0, n_positive = 0, most_rows = 0;
    for (const Key word : words) {
      const Key next = word >> 1U;
      const std::uint32_t same = next == place ? ~0U : 0U;
      place = next;
      group += same == 0 ? 1U : 0U;
      n_rows = (n_rows & same) + 1;
      n_positive = (n_positive & same) + static_cast<std::uint32_t>(word & 1U);
      most_rows = std::max(most_rows, n_rows);
      scores[group] =
          static_cast<double>(evaluation::from_sortable_bits(buckets.key(bucket, place)));
      negatives[group] = static_cast<std::uint8_t>(n_rows - n_positive);
      positives[group] = static_cast<std::uint8_t>(n_positive);
    }
    if (most_rows >= Counts::is_large) write_large_counts(bucket, first_group, groups);
  }

  /// Counts that do not fit their bytes.
  void write_large_counts(std::size_t bucket, std::size_t first_group, Groups& groups) {
    const std::span<const Key> words = of_bucket(bucket);
    const auto write = [&](std::size_t group, std::size_t count, Column<std::uint8_t>& bytes,
                           std::vector<std::vector<Counts::Large>>& large) {
      if (count < Counts::is_large) return;
      bytes[group] = Counts::is_large;
      large[bucket].emplace_back(static_cast<std::uint32_t>(group),
                                 static_cast<std::uint32_t>(count));
    };
    std::size_t group = first_group;
    for (auto first = words.begin(); first != words.end(); ++group) {
      const auto last =
          std::find_if(first, words.end(), [&](Key word) { return word >> 1U != *first >> 1U; });
      const auto n_positive = static_cast<std::size_t>(
          std::count_if(first, last, [](Key word) { return (word & 1U) != 0; }));
      const auto n_rows = static_cast<std::size_t>(last - first);
      write(group, n_rows - n_positive, groups.negatives, groups.large_negatives);
      write(group, n_positive, groups.positives, groups.large_positives);
      first = last;
    }
  }

  evaluation::Buckets<Key> buckets_;
  std::vector<std::uint32_t> starts_;
  Column<Key> words_;
  std::size_t n_;
  unsigned threads_;
};

std::size_t count_all(std::span<const RowsOfKind> rows) {
  std::size_t n = 0;
  for (const RowsOfKind& each : rows) {
    if (!each.flags.empty() && each.flags.size() != each.scores.size()) {
      throw_data(fmt::format("{} labels for {} scores; give one per row", each.flags.size(),
                             each.scores.size()));
    }
    n += each.scores.size();
  }
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    throw_data(
        fmt::format("{} rows; evaluate at most {}", n, std::numeric_limits<std::uint32_t>::max()));
  }
  return n;
}

template <typename Float>
Tally sort_and_count(std::span<const RowsOfKind> rows, std::size_t n,
                     const kernels::ScoreRange& range, unsigned threads,
                     const std::function<void()>& scores_are_read) {
  BucketedRows<Float> bucketed(rows, n, range, threads);
  if (scores_are_read) scores_are_read();
  return bucketed.count();
}

/// Of as many rows as may be sorted at a time.
Tally tally_at_once(std::span<const RowsOfKind> rows, std::size_t n, unsigned threads,
                    const std::function<void()>& scores_are_read) {
  // A thread is worth its start from some rows on.
  constexpr std::size_t rows_a_thread = std::size_t{1} << 15U;
  const auto useful =
      static_cast<unsigned>(std::min<std::size_t>(resolve_threads(threads), n / rows_a_thread + 1));
  const kernels::ScoreRange range = range_of(rows, n, useful);
  if (range.has_nan) {
    for (const RowsOfKind& each : rows) {
      if (!each.scores.empty()) check_scores(each.scores, "scores");
    }
  }
  return range.are_floats ? sort_and_count<float>(rows, n, range, useful, scores_are_read)
                          : sort_and_count<double>(rows, n, range, useful, scores_are_read);
}

}  // namespace

Tally tally_of(std::span<const RowsOfKind> rows, unsigned threads,
               const std::function<void()>& scores_are_read) {
  const std::size_t n = count_all(rows), at_a_time = rows_to_sort();
  Tally tally({}, {}, {});
  if (n > 0 && n <= at_a_time) {
    tally = tally_at_once(rows, n, threads, scores_are_read);
  } else if (n > 0) {
    std::vector<Tally> pieces;
    for (const RowsOfKind& each : rows) {
      for (std::size_t first = 0; first < each.scores.size(); first += at_a_time) {
        const std::size_t n_here = std::min(at_a_time, each.scores.size() - first);
        const RowsOfKind piece{each.scores.subspan(first, n_here), each.kind,
                               each.flags.empty() ? each.flags : each.flags.subspan(first, n_here)};
        pieces.push_back(tally_at_once({&piece, 1}, n_here, threads, {}));
      }
    }
    if (scores_are_read) scores_are_read();
    tally = merge(pieces);
  }
  tally.threads = threads;
  return tally;
}

Tally tally_of(std::span<const double> scores, std::span<const std::uint8_t> positive,
               unsigned threads) {
  if (positive.size() != scores.size()) {
    throw_data(
        fmt::format("{} labels for {} scores; give one per row", positive.size(), scores.size()));
  }
  const RowsOfKind rows{scores, Kind::negative, positive};
  return tally_of({&rows, 1}, threads);
}

}  // namespace qualm
