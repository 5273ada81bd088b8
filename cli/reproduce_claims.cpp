// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>

#include "reproduce_detection.h"
#include "reproduce_experiments.h"
#include "reproduce_scores.h"

namespace qualm::cli {
namespace {

/// What counts as "align" and as "equally well": our choice.
constexpr double margin = .01;

void add_claims_of_curves(const std::string& dataset, const ScoreTable& table,
                          Reproduction& result) {
  for (const Part part : all_parts) {
    const auto a = columns_of(table, fmt::format("variance.{}", name(part)));
    const auto b = columns_of(table, fmt::format("entropy.{}", name(part)));
    std::vector<PairedRows> runs;
    for (std::size_t run = 0; run < a.size(); ++run) {
      runs.push_back({a[run], b[run], table.runs[run].wrong});
    }
    result.claims.push_back(
        {"less overlap between correct and wrong rows for variance",
         fmt::format("{}, {}: overlap of variance - overlap of entropy", dataset, name(part)),
         "below 0", compare_scores(runs, overlap_difference),
         -std::numeric_limits<double>::infinity(), 0});
    result.claims.push_back(
        {"the accuracy-rejection curves closely align",
         fmt::format("{}, {}: greatest distance of the curves", dataset, name(part)),
         fmt::format("at most {}", margin), compare_scores(runs, greatest_gap), 0, margin});
  }
}

void add_claims_of_detection(const std::string& in, const OodResult& found, Reproduction& result) {
  for (std::size_t set = 0; set < found.sets.size(); ++set) {
    if (found.sets[set].starts_with("itself")) continue;
    for (std::size_t score = 0; score < found.scores.size(); ++score) {
      result.claims.push_back(
          {"epistemic uncertainty is greater out of distribution",
           fmt::format("{} → {}: AUROC of {}", in, found.sets[set], found.scores[score]),
           "above 0.5", found.detections[score][set].statistics[0], .5, 1});
    }
  }
  for (const OodComparison& each : found.comparisons) {
    if (found.sets[each.set].starts_with("itself")) continue;
    Estimate difference;
    difference.value = each.test.difference;
    difference.ci95 = each.test.interval;
    difference.std.undefined = "of a paired test";
    result.claims.push_back(
        {"variance detects as well as entropy",
         fmt::format("{} → {}: AUROC of {} - that of {}", in, found.sets[each.set],
                     found.scores[each.a], found.scores[each.b]),
         fmt::format("within {} of 0", margin), difference, -margin, margin});
  }
}

}  // namespace

plot::Figure reproduce_claims(Workshop& workshop, Reproduction& result) {
  for (const char* const dataset : curve_datasets) {
    const std::optional<ScoreTable> table = table_on(workshop, dataset);
    if (table) add_claims_of_curves(dataset, *table, result);
  }
  for (const Pairing& pairing : pairings) {
    const std::optional<Arm> arm = workshop.train(pairing.in);
    if (!arm) continue;
    Reproduction numbers;  // those are of table1
    const std::optional<OodResult> found = detect(workshop, *arm, pairing, pairing.in, numbers);
    if (found) add_claims_of_detection(pairing.in, *found, result);
  }
  return {};
}

}  // namespace qualm::cli
