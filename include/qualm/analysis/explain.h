// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis/infinite_rows.h"
#include "qualm/analysis/pictures.h"
#include "qualm/analysis/prediction_set.h"
#include "qualm/analysis/score.h"
#include "qualm/measures.h"
#include "qualm/progress.h"

namespace qualm {

/// Category of a class of an instance, by the label-wise variance of its probability Theta_k: TU_k
/// = AU_k + EU_k. The rule is in docs/explain.md. It describes these members; it does not predict
/// what more data would change.
enum class Advice {
  settled,       ///< the mean is below 5% or above 95%, by more than rounding (0.05%)
  disagreement,  ///< EU_k is at least 2/3 of TU_k: the members disagree
  both,          ///< in between
  ambiguity,     ///< EU_k is at most 1/3 of TU_k: most of the variance is aleatoric
  unknown,       ///< not settled, and there is only one member, or only the runs differ
};
[[nodiscard]] std::string_view name(Advice advice) noexcept;
[[nodiscard]] Advice advise(double mean, double aleatoric, double epistemic) noexcept;

/// One instance, class by class.
struct Explanation {
  std::size_t row = 0;
  std::string id;    ///< ID of the row; empty: none
  double score = 0;  ///< the score that ranks it
  std::uint32_t predicted = 0;
  std::optional<std::uint32_t> label;
  std::vector<double> mean;                 ///< K
  std::vector<double> members;              ///< M x K, row-major, all runs; empty for a Dirichlet
  bool one_member_counts = false;           ///< the others have no weight, or there are none
  Parts variance;                           ///< the label-wise variance, K values each, unweighted
  std::vector<Advice> advice;               ///< K
  std::vector<std::size_t> wavers_between;  ///< classes not settled, the most probable first
  std::optional<Picture> picture;
};

struct ExplainRequest {
  Score by;
  MeasureOptions measures;  ///< for the score; its families are ignored
  std::size_t top = 9;
  std::span<const std::uint32_t> labels = {};  ///< one per row, checked; empty: none
  const PictureFile* pictures = nullptr;       ///< may be null
  std::vector<std::size_t> rows = {};          ///< explain these rows instead of the top rows
};

struct ExplainResult {
  std::size_t n_rows = 0, n_runs = 1;
  std::string by;  ///< name of the score
  std::vector<std::string> class_names;
  std::vector<Explanation> instances;  ///< by descending score, ties by row number
  bool are_chosen = false;             ///< true if the rows were requested by number or ID
  InfiniteRows infinite = {};          ///< of the score
};

/// Explains the instances with the highest score. With several runs, scores and values are
/// means over the runs and the members are those of all runs.
[[nodiscard]] ExplainResult explain(const PredictionSet& set, const ExplainRequest& request,
                                    const Progress& progress = {});

/// Explains one row; without a score.
[[nodiscard]] Explanation explain_row(const PredictionSet& set, const ExplainRequest& request,
                                      std::size_t row);

/// A candidate for labelling.
struct RowToLabel {
  std::size_t row = 0;
  std::string id;  ///< ID of the row; empty: none
  double score = 0;
  std::uint32_t predicted = 0;
};
struct LabelNext {
  std::size_t count = 0;             ///< rows that were requested
  std::size_t budget_per_class = 0;  ///< 0: no limit
  std::string by;
  std::vector<std::string> class_names;
  std::vector<RowToLabel> rows;  ///< by descending score, ties by row number
  InfiniteRows infinite = {};    ///< of the score
};

/// Returns the `count` rows with the highest score; with a budget, at most that many per predicted
/// class (0: no limit). Rows with a score of 0 are left out.
[[nodiscard]] LabelNext label_next(const PredictionSet& set, const ExplainRequest& request,
                                   std::size_t count, std::size_t budget_per_class = 0,
                                   const Progress& progress = {});

}  // namespace qualm
