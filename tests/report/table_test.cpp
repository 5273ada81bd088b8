// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "qualm/error.h"
#include "report/support/made_measures.h"
#include "report/text_layout.h"
#include "report/top_rows.h"

namespace qualm::report {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> result;
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

/// Of the table itself, without the sentences below it.
std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  for (const std::string& line : lines(text)) {
    width = std::max(width, display_width(line));
    if (line.starts_with("mean")) break;
  }
  return width;
}

TEST(table, shows_rows_by_total_then_the_means) {
  EXPECT_EQ(written(Format::table, made_info(), made_block()),
            "3 instances, 5 members, 2 classes\n"
            "\n"
            "                 variance ────────────────────  entropy [bits] ──────────────\n"
            " row  predicted      total aleatoric epistemic      total aleatoric epistemic\n"
            "   0  cat           0.5000    0.2500    0.2500     1.0000    0.5000    0.5000\n"
            "   1  dog           0.2500    0.2500         0     0.7500    0.6250    0.1250\n"
            "   2  dog                0         0         0          0         0         0\n"
            "mean                0.2500    0.1667    0.0833     0.5833    0.3750    0.2083\n"
            "\n"
            "All rows, sorted by variance.total\n");
}

TEST(table, shows_the_top_rows_by_any_score) {
  TableStyle style;
  style.top = 1;
  style.sort_by = Score{"entropy", Part::aleatoric};
  const std::vector<std::string> text =
      lines(written(Format::table, made_info(), made_block(), style));
  ASSERT_EQ(text.size(), 8U);
  EXPECT_TRUE(text[4].starts_with("   1  dog"));
  EXPECT_EQ(text[7], "The 1 row with the highest entropy.aleatoric; all rows: --format csv");
}

TEST(table, cannot_be_sorted_by_what_is_not_measured) {
  TableStyle style;
  style.sort_by = Score{"wasserstein", Part::total};
  try {
    static_cast<void>(written(Format::table, made_info(), made_block(), style));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_STREQ(error.what(), "cannot sort by wasserstein.total: add wasserstein to measures");
  }
}

TEST(table, shows_the_most_uncertain_classes_below_a_row) {
  const std::vector<std::string> text =
      lines(written(Format::table, made_info_per_class(), made_block_per_class()));
  EXPECT_EQ(text[5], "        cat         0.2500    0.1250    0.1250");
  EXPECT_EQ(text[6], "        dog         0.2500    0.1250    0.1250");
  // The last row has no uncertainty, so no class is shown for it.
  EXPECT_TRUE(text[10].starts_with("   2  dog"));
  EXPECT_TRUE(text[11].starts_with("mean"));
}

TEST(table, fits_the_terminal_and_says_what_it_leaves_out) {
  MeasureInfo info = made_info();
  info.class_names = {"a class with quite a long name", "dog"};
  MeasuredBlock block = made_block();
  for (const char* const id : {"label-entropy", "spherical"}) {
    info.options.measures.push_back(id);
    block.measures.families.push_back({id, "x", block.measures.families[0].parts, {}});
  }
  TableStyle style;
  for (const std::size_t width : {50U, 80U, 100U, 120U, 200U}) {
    style.width = width;
    const std::string text = written(Format::table, info, block, style);
    EXPECT_LE(widest(text), width) << text;
    EXPECT_EQ(text.find("No space") == std::string::npos, width == 200) << text;
  }
  style.width = 80;
  EXPECT_NE(written(Format::table, info, block, style)
                .find("No space for label-entropy, spherical: widen the terminal"),
            std::string::npos);
}

TEST(table, draws_bars_where_the_terminal_has_room) {
  TableStyle style;
  style.width = 105;
  const std::string plain = written(Format::table, made_info(), made_block(), style);
  EXPECT_NE(plain.find("0.5000  █████████████░░░░░░░░░░░░░\n"), std::string::npos) << plain;
  style.color = true;
  const std::string colored = written(Format::table, made_info(), made_block(), style);
  EXPECT_NE(colored.find("\x1b[34m█████████████\x1b[0m\x1b[31m█████████████\x1b[0m"),
            std::string::npos)
      << colored;
}

TEST(table, cannot_be_abused_to_steer_the_terminal) {
  MeasureInfo info = made_info();
  info.class_names = {"\x1b[2Jcat", "d\xC2\x9Bog"};
  const std::string text = written(Format::table, info, made_block());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\\x1b[2Jcat"), std::string::npos) << text;
  EXPECT_NE(text.find("d\\xc2\\x9bog"), std::string::npos) << text;
}

TEST(top_rows, keeps_the_earlier_of_tied_rows_whatever_the_blocks) {
  MeasuredBlock block = made_block();
  block.measures.families[0].parts.total = {1, 2, 2};
  for (const std::size_t cut : {1U, 2U}) {
    TopRows rows(0, Part::total, 1);
    rows.add(rows_of(block, 0, cut));
    rows.add(rows_of(block, cut, 3));
    ASSERT_EQ(rows.sorted().size(), 1U);
    EXPECT_EQ(rows.sorted()[0].row, 1U);
  }
}

TEST(top_rows, agrees_with_a_full_sort) {
  MeasuredBlock block = made_block();
  Measures& measures = block.measures;
  measures.n_instances = 500;
  measures.predicted.assign(500, 0);
  std::vector<double> scores;
  for (std::size_t i = 0; i < 500; ++i) scores.push_back(static_cast<double>(i * i % 97));
  for (FamilyResult& result : measures.families) result.parts = {scores, scores, scores};
  TopRows rows(1, Part::epistemic, 40);
  for (std::size_t i = 0; i < 500; i += 50) rows.add(rows_of(block, i, i + 50));
  std::vector<std::size_t> order(500);
  for (std::size_t i = 0; i < 500; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  const std::vector<TopRow> top = rows.sorted();
  ASSERT_EQ(top.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(top[i].row, order[i]);
}

}  // namespace
}  // namespace qualm::report
