// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "qualm/analysis.h"
#include "qualm/error.h"
#include "support/ensembles.h"

namespace qualm {
namespace {

using ensembles::Shape;
using testing::ElementsAreArray;

constexpr Shape shape{50, 3, 4};

class CollectedScores : public testing::Test {
 protected:
  CollectedScores() {
    for (std::uint64_t run = 0; run < 2; ++run) {
      values_.push_back(ensembles::random_probabilities<double>(shape, 0.7, 0.5, run));
      paths_.push_back((std::filesystem::temp_directory_path() /
                        ("qualm_scores_" + std::to_string(::getpid()) + "_" + std::to_string(run)))
                           .string());
      const auto sink = io::open_atomic_file(paths_.back());
      io::write_npy(*sink, {"", {shape.n, shape.m, shape.k}, values_.back(), false, {}, {}});
      sink->finish();
    }
  }
  ~CollectedScores() override {
    for (const std::string& path : paths_) std::filesystem::remove(path);
  }

  Measures measured(std::size_t run) const {
    MeasureOptions options;
    options.measures = {"entropy", "variance"};
    options.per_class = true;
    return measure(
        Predictions(contiguous_view(std::span(values_[run]), {shape.n, shape.m, shape.k}), {}),
        options);
  }

  std::vector<std::vector<double>> values_;
  std::vector<std::string> paths_;
};

TEST_F(CollectedScores, are_those_of_each_run_by_itself) {
  PredictionFiles files;
  files.paths = paths_;
  files.axes = "nmk";
  const PredictionSet set(files);
  const std::vector<std::uint32_t> labels(shape.n, 1);
  const ScoreRequest request{
      {parse_score("entropy.epistemic"), parse_score("variance.total[2]", set.class_names()),
       parse_score("entropy.total")},
      {},
      labels};
  const ScoreTable table = collect_scores(set, request);
  EXPECT_THAT(table.names,
              testing::ElementsAre("entropy.epistemic", "variance.total[2]", "entropy.total"));
  ASSERT_EQ(table.runs.size(), 2U);
  for (std::size_t r = 0; r < 2; ++r) {
    const Measures expected = measured(r);
    const RunScores& run = table.runs[r];
    EXPECT_THAT(run.columns[0], ElementsAreArray(expected.families[0].parts.epistemic));
    EXPECT_THAT(run.columns[2], ElementsAreArray(expected.families[0].parts.total));
    EXPECT_THAT(run.predicted, ElementsAreArray(expected.predicted));
    for (std::size_t i = 0; i < shape.n; ++i) {
      EXPECT_EQ(run.columns[1][i], expected.families[1].per_class.total[i * shape.k + 2]);
      EXPECT_EQ(run.wrong[i], expected.predicted[i] != 1 ? 1 : 0);
      EXPECT_EQ(run.calibration.true_probability[i], expected.mean[i * shape.k + 1]);
    }
  }
}

TEST_F(CollectedScores, are_no_work_once_cancelled) {
  PredictionFiles files;
  files.paths = paths_;
  files.axes = "nmk";
  const Progress progress{{}, [] { return true; }};
  const ScoreRequest request{{parse_score("entropy.total")}, {}, {}};
  EXPECT_THROW(static_cast<void>(collect_scores(PredictionSet(files), request, progress)), Error);
}

}  // namespace
}  // namespace qualm
