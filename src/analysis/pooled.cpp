// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/pooled.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "qualm/error.h"
#include "qualm/evaluation/detection.h"
#include "qualm/measures.h"
#include "qualm/random.h"

namespace qualm {
namespace {

/// C(n, size), or `limit` + 1 if it is more than that.
std::size_t count_subsets(std::size_t n, std::size_t size, std::size_t limit) {
  std::size_t count = 1;
  for (std::size_t i = 1; i <= size; ++i) {
    if (count > (limit + 1) * i / (n - size + i) + 1) return limit + 1;
    count = count * (n - size + i) / i;
  }
  return std::min(count, limit + 1);
}

/// The next one in lexicographic order; false after the last.
bool advance(std::vector<std::size_t>& subset, std::size_t n) {
  for (std::size_t i = subset.size(); i-- > 0;) {
    if (subset[i] + (subset.size() - i) >= n) continue;
    ++subset[i];
    std::iota(subset.begin() + static_cast<std::ptrdiff_t>(i) + 1, subset.end(), subset[i] + 1);
    return true;
  }
  return false;
}

/// The members of all runs, one after the other for each row.
class Pool {
 public:
  explicit Pool(const PredictionSet& set)
      : n_rows_(set.n_instances()),
        n_members_(set.n_members() * set.n_runs()),
        n_classes_(set.n_classes()),
        numbers_(n_rows_ * n_members_ * n_classes_) {
    std::vector<std::byte> buffer;
    for (std::size_t run = 0; run < set.n_runs(); ++run) {
      for (std::size_t first = 0; first < n_rows_; first += set.block_rows()) {
        const std::size_t last = std::min(n_rows_, first + set.block_rows());
        const Predictions block = set.read(run, first, last, buffer);
        check_rows(block, 0, last - first);
        for (std::size_t m = 0; m < set.n_members(); ++m) {
          tolerance_ = std::max(tolerance_, block.tolerance_of(m));
          for (std::size_t row = first; row < last; ++row) {
            take(member_probabilities(block, row - first, m), row, run * set.n_members() + m);
          }
        }
      }
    }
  }

  [[nodiscard]] std::size_t n_members() const noexcept { return n_members_; }

  /// The scores of an ensemble of these members.
  [[nodiscard]] std::vector<std::vector<double>> measure_members(
      std::span<const std::size_t> members, std::span<const Score> scores) const {
    std::vector<float> chosen;
    chosen.reserve(n_rows_ * members.size() * n_classes_);
    for (std::size_t row = 0; row < n_rows_; ++row) {
      for (const std::size_t m : members) {
        const float* const first = &numbers_[(row * n_members_ + m) * n_classes_];
        chosen.insert(chosen.end(), first, first + n_classes_);
      }
    }
    PredictionOptions said;
    said.row_sum_tolerance = tolerance_;
    MeasureOptions options;
    options.measures.clear();
    for (const Score& score : scores) options.measures.push_back(score.measure);
    const Measures measured = measure(
        Predictions(contiguous_view(chosen, {n_rows_, members.size(), n_classes_}), said), options);
    std::vector<std::vector<double>> values;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      values.push_back(get(measured.families[i].parts, scores[i].part));
    }
    return values;
  }

 private:
  void take(std::span<const double> p, std::size_t row, std::size_t member) {
    float* const place = &numbers_[(row * n_members_ + member) * n_classes_];
    std::transform(p.begin(), p.end(), place, [](double x) { return static_cast<float>(x); });
  }

  std::size_t n_rows_, n_members_, n_classes_;
  double tolerance_ = 0;
  std::vector<float> numbers_;
};

}  // namespace

double auroc_between(std::span<const double> in, std::span<const double> out) {
  std::vector<double> all(in.begin(), in.end());
  all.insert(all.end(), out.begin(), out.end());
  std::vector<std::uint8_t> is_out(all.size());
  std::fill(is_out.begin() + static_cast<std::ptrdiff_t>(in.size()), is_out.end(), std::uint8_t{1});
  return auroc(Tally(Ranking(all), is_out)).value;
}

std::vector<std::vector<std::size_t>> subsets_of(std::size_t n, std::size_t size, std::size_t most,
                                                 std::uint64_t seed) {
  if (size == 0 || size > n || most == 0) throw_usage("a subset has at least one of the members");
  std::vector<std::size_t> subset(size);
  std::iota(subset.begin(), subset.end(), std::size_t{0});
  std::set<std::vector<std::size_t>> subsets;
  if (count_subsets(n, size, most) <= most) {
    do subsets.insert(subset);
    while (advance(subset, n));
  } else {
    Random random(seed);
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    while (subsets.size() < most) {
      for (std::size_t i = 0; i < size; ++i) std::swap(all[i], all[i + random.below(n - i)]);
      subset.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
      std::sort(subset.begin(), subset.end());
      subsets.insert(subset);
    }
  }
  return {subsets.begin(), subsets.end()};
}

std::vector<std::vector<PooledSubsets>> pooled_auroc(const PredictionSet& in,
                                                     std::span<const PredictionSet* const> out,
                                                     std::span<const Score> scores,
                                                     const PooledOptions& options,
                                                     const Progress& progress) {
  const Pool of_in(in);
  std::vector<Pool> others;
  for (const PredictionSet* const set : out) {
    others.emplace_back(*set);
    if (others.back().n_members() != of_in.n_members()) {
      throw_data("the sets were not predicted by the same runs");
    }
  }
  const auto subsets =
      subsets_of(of_in.n_members(), in.n_members(), options.most_subsets, options.seed);
  const bool are_all =
      count_subsets(of_in.n_members(), in.n_members(), options.most_subsets) == subsets.size();
  // By score, set, subset.
  std::vector<std::vector<std::vector<double>>> found(scores.size(),
                                                      std::vector<std::vector<double>>(out.size()));
  for (std::size_t i = 0; i < subsets.size(); ++i) {
    step(progress, i, subsets.size());
    const auto inside = of_in.measure_members(subsets[i], scores);
    for (std::size_t set = 0; set < out.size(); ++set) {
      const auto outside = others[set].measure_members(subsets[i], scores);
      for (std::size_t s = 0; s < scores.size(); ++s) {
        found[s][set].push_back(auroc_between(inside[s], outside[s]));
      }
    }
  }
  std::vector<std::vector<PooledSubsets>> result(scores.size());
  for (std::size_t s = 0; s < scores.size(); ++s) {
    for (std::size_t set = 0; set < out.size(); ++set) {
      const RunSummary summary = summarize_runs(found[s][set]);
      result[s].push_back({summary.mean.value, summary.std.is_defined() ? summary.std.value : 0,
                           subsets.size(), of_in.n_members(), in.n_members(), are_all});
    }
  }
  return result;
}

}  // namespace qualm
