// SPDX-License-Identifier: Apache-2.0
#include "qualm/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/ensembles.h"
#include "support/expect_error.h"

namespace qualm::page {
namespace {

constexpr ensembles::Shape shape{200, 3, 4};

/// The head and the first columns of a block, see src/page/row_block.h.
struct Head {
  std::uint32_t count, matching, detailed, classes, members, scores;
  std::vector<std::uint32_t> rows;

  explicit Head(const std::string& block) {
    EXPECT_EQ(block.substr(0, 4), "QLM1");
    std::uint32_t words[9];
    std::memcpy(words, block.data(), sizeof words);
    count = words[1];
    matching = words[2];
    detailed = words[3];
    classes = words[4];
    members = words[5];
    scores = words[6];
    const std::size_t first = 40 + (count * 4 + 7) / 8 * 8;  // behind the sets
    rows.resize(count);
    std::memcpy(rows.data(), block.data() + first, count * 4);
  }
};

class PageOfRows : public testing::Test {
 protected:
  PageOfRows() {
    const auto values = ensembles::random_probabilities<double>(shape, 0.7, 0.5, 1);
    path_ = (std::filesystem::temp_directory_path() / ("qualm_page_" + std::to_string(::getpid())))
                .string();
    const auto sink = io::open_atomic_file(path_);
    io::write_npy(*sink, {"", {shape.n, shape.m, shape.k}, values, false, {}, {}});
    sink->finish();
    PredictionFiles files;
    files.paths = {path_};
    files.axes = "nmk";
    for (std::uint32_t i = 0; i < shape.n; ++i) labels_.push_back(i % 4);
    files.labels = io::Entries{"labels", {labels_.begin(), labels_.end()}, {}};
    set_ = std::make_shared<const PredictionSet>(files);
    table_ = collect_scores(*set_, {scores_of(MeasureOptions().measures), {}, labels_});
    Request request;
    request.sets = {{"made", {"made.npy"}, set_}};
    page_ = std::make_unique<Page>(std::move(request));
  }
  ~PageOfRows() override { std::filesystem::remove(path_); }

  [[nodiscard]] std::vector<std::uint32_t> rows(const RowQuery& query) const {
    return Head(page_->rows(query)).rows;
  }

  std::string path_;
  std::shared_ptr<const PredictionSet> set_;
  std::vector<std::uint32_t> labels_;
  ScoreTable table_;  // variance.total, .aleatoric, .epistemic, entropy.total, ...
  std::unique_ptr<Page> page_;
};

TEST_F(PageOfRows, rows_come_in_order_and_in_pages) {
  RowQuery query;
  query.sort = "entropy.total";
  query.count = 150;
  std::vector<std::uint32_t> all = rows(query);
  query.first = 150;
  for (const std::uint32_t row : rows(query)) all.push_back(row);
  ASSERT_EQ(all.size(), shape.n);
  const Column<double>& score = table_.runs[0].columns[3];
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(score[all[i - 1]], score[all[i]]);
  query.first = 0;
  query.count = 3;
  query.ascending = true;
  EXPECT_THAT(rows(query), testing::ElementsAre(all[199], all[198], all[197]));
}

TEST_F(PageOfRows, rejected_and_kept_are_all_rows_and_rejected_are_the_most_uncertain) {
  RowQuery query;
  query.sort = "row";
  query.rejected_by = "variance.epistemic";
  query.portion = 0.3;
  query.count = 200;
  query.part = RowQuery::Part::rejected;
  const std::vector<std::uint32_t> rejected = rows(query);
  query.part = RowQuery::Part::kept;
  const std::vector<std::uint32_t> kept = rows(query);
  EXPECT_EQ(rejected.size(), 60U);
  EXPECT_EQ(kept.size(), 140U);
  const Column<double>& score = table_.runs[0].columns[2];
  double least = 1;
  for (const std::uint32_t row : rejected) least = std::min(least, score[row]);
  for (const std::uint32_t row : kept) EXPECT_LE(score[row], least);
}

TEST_F(PageOfRows, filters_hold_for_every_row) {
  RowQuery query;
  query.sort = "row";
  query.count = 200;
  query.predicted = 1;
  query.wrong = true;
  query.box = RowQuery::Box{"variance", {0.1, 0.4}, {0.01, 0.2}};
  const std::vector<std::uint32_t> found = rows(query);
  const RunScores& run = table_.runs[0];
  std::vector<std::uint32_t> expected;
  for (std::uint32_t row = 0; row < shape.n; ++row) {
    const double au = run.columns[1][row], eu = run.columns[2][row];
    if (run.predicted[row] == 1 && run.wrong[row] == 1 && au >= 0.1 && au <= 0.4 && eu >= 0.01 &&
        eu <= 0.2) {
      expected.push_back(row);
    }
  }
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(found, expected);
}

TEST_F(PageOfRows, weights_change_the_order_as_they_change_the_score) {
  RowQuery query;
  query.sort = "variance.total";
  query.count = 200;
  query.class_weights = {0, 1, 2, 7};
  MeasureOptions weighted;
  weighted.class_weights = query.class_weights;
  const ScoreTable table = collect_scores(*set_, {scores_of(weighted.measures), weighted, {}});
  const std::vector<std::uint32_t> found = rows(query);
  for (std::size_t i = 1; i < found.size(); ++i) {
    EXPECT_GE(table.runs[0].columns[0][found[i - 1]], table.runs[0].columns[0][found[i]]);
  }
}

TEST_F(PageOfRows, the_summary_holds_what_reject_writes) {
  const auto summary = nlohmann::json::parse(page_->summary());
  EXPECT_EQ(summary["reject"]["schema"], "qualm.reject/1");
  EXPECT_EQ(summary["ood"], nullptr);
  EXPECT_EQ(summary["page"]["schema"], "qualm.page/1");
  const auto& thresholds = summary["page"]["thresholds"]["variance.total"];
  ASSERT_EQ(thresholds.size(), 1001U);
  EXPECT_EQ(thresholds[1000], nullptr);
  double rows = 0;
  for (const auto& group : summary["page"]["densities"][0]["groups"]) {
    for (const double count : group["counts"]) rows += count;
  }
  EXPECT_EQ(rows, shape.n);
}

TEST_F(PageOfRows, what_is_not_there_is_an_error) {
  RowQuery query;
  query.sort = "variance.some";
  expect_error(ErrorKind::usage, {"unknown score"}, [&] { (void)page_->rows(query); });
  query.sort = "variance.total";
  query.of_class = 4;
  expect_error(ErrorKind::usage, {"of a class"}, [&] { (void)page_->rows(query); });
  EXPECT_EQ(page_->picture(0, 0), "");
  EXPECT_EQ(page_->picture(7, 0), "");
}

}  // namespace
}  // namespace qualm::page
