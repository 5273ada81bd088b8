// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "evaluation/radix_sort.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"

namespace qualm {

Ranking::Ranking(std::span<const double> scores) {
  check_scores(scores, "scores");
  if (scores.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw_data(fmt::format("scores: {} rows; rank at most {} at a time", scores.size(),
                           std::numeric_limits<std::uint32_t>::max()));
  }
  constexpr double greatest = std::numeric_limits<float>::max();
  const auto is_float = [](double score) {
    // Out of a float's range the conversion would be undefined.
    return (score >= -greatest && score <= greatest)
               ? static_cast<double>(static_cast<float>(score)) == score
               : std::isinf(score);
  };
  if (std::all_of(scores.begin(), scores.end(), is_float)) {
    sort<float>(scores);
  } else {
    sort<double>(scores);
  }
}

template <typename Float>
void Ranking::sort(std::span<const double> scores) {
  using Key = decltype(evaluation::sortable_bits(Float{}));
  std::vector<Key> keys(scores.size());
  std::transform(scores.begin(), scores.end(), keys.begin(),
                 [](double score) { return evaluation::sortable_bits(static_cast<Float>(score)); });
  order_.resize(scores.size());
  std::iota(order_.begin(), order_.end(), 0U);
  evaluation::radix_sort(keys, order_);

  std::size_t n_groups = 1;
  for (std::size_t i = 1; i < keys.size(); ++i) n_groups += keys[i] != keys[i - 1] ? 1U : 0U;
  starts_.reserve(n_groups + 1);
  Column<double> distinct;
  distinct.reserve(n_groups);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i] == keys[i - 1]) continue;
    starts_.push_back(static_cast<std::uint32_t>(i));
    distinct.push_back(static_cast<double>(evaluation::from_sortable_bits(keys[i])));
  }
  starts_.push_back(static_cast<std::uint32_t>(keys.size()));
  scores_ = std::make_shared<const Column<double>>(std::move(distinct));
}

}  // namespace qualm
