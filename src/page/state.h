// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "page/scored_set.h"
#include "qualm/page.h"

namespace qualm::page {

/// All sets under one choice of class weights.
struct Weighted {
  MeasureOptions measures;
  std::vector<ScoredSet> sets;
};

/// One column per set: a score of one class.
using ClassColumns = std::vector<std::vector<double>>;

struct State {
  Request request;
  std::vector<Score> scores;
  std::vector<std::string> names;  ///< of the scores
  std::shared_ptr<const Weighted> base;

  State(Request wanted, const Listener& listener);
  /// The sets with these weights (empty: those of the request). The last ones asked for are kept.
  [[nodiscard]] std::shared_ptr<const Weighted> weighted(const std::vector<double>& weights) const;
  [[nodiscard]] std::shared_ptr<const ClassColumns> of_class(const Score& score) const;
  /// The summary with the weights of the request, made when it is first asked for.
  [[nodiscard]] const std::string& summary(const Progress& progress = {}) const;
  /// Throws usage if the page has no such score.
  [[nodiscard]] std::size_t index_of(const std::string& score) const;
  [[nodiscard]] std::size_t n_families() const { return request.measures.measures.size(); }

 private:
  [[nodiscard]] Weighted measure_all(const std::vector<double>& weights,
                                     const Progress& progress) const;

  mutable std::once_flag summarized_;
  mutable std::string summary_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Weighted> last_;
  mutable std::string last_class_;
  mutable std::shared_ptr<const ClassColumns> last_columns_;
};

}  // namespace qualm::page
