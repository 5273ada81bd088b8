// SPDX-License-Identifier: Apache-2.0
#include "report/text_table.h"

#include <gtest/gtest.h>

#include "report/reasons.h"

namespace qualm::report {
namespace {

TextTable made_table() {
  TextTable table({"score", "AURC", "AUROC"});
  table.row({{"variance.epistemic[a long name]"}, {"0.1"}, {"0.75", Ink::bold}});
  table.row({{"x"}, {"0.25"}, {"-"}});
  return table;
}

TEST(TextTable, aligns_names_left_and_numbers_right) {
  EXPECT_EQ(made_table().text(0, false),
            "score                            AURC  AUROC\n"
            "variance.epistemic[a long name]   0.1   0.75\n"
            "x                                0.25      -\n");
}

TEST(TextTable, puts_columns_that_do_not_fit_into_further_blocks) {
  EXPECT_EQ(made_table().text(38, false),
            "score                            AURC\n"
            "variance.epistemic[a long name]   0.1\n"
            "x                                0.25\n"
            "\n"
            "score                            AUROC\n"
            "variance.epistemic[a long name]   0.75\n"
            "x                                    -\n");
}

TEST(TextTable, every_block_has_all_keys) {
  TextTable table({"score", "out", "AUROC", "FPR95"}, 2);
  table.row({{"x"}, {"mnist"}, {"0.9"}, {"0.1"}});
  EXPECT_EQ(table.text(20, false),
            "score    out  AUROC\n"
            "x      mnist    0.9\n"
            "\n"
            "score    out  FPR95\n"
            "x      mnist    0.1\n");
}

TEST(TextTable, shortens_names_that_leave_no_room_for_one_column) {
  EXPECT_EQ(made_table().text(16, false),
            "score      AURC\n"
            "varia…me]   0.1\n"
            "x          0.25\n"
            "\n"
            "score      AUROC\n"
            "varia…me]   0.75\n"
            "x              -\n");
}

TEST(TextTable, colours_the_cell_and_nothing_else) {
  EXPECT_NE(made_table().text(0, true).find("  \x1b[1m 0.75\x1b[0m\n"), std::string::npos);
}

TEST(Wrapping, breaks_at_blanks_and_counts_columns_not_bytes) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("äöü äöü", 7), "äöü äöü");
  EXPECT_EQ(wrapped("a\nlonger line", 6), "a\nlonger\nline");
  EXPECT_EQ(wrapped("unbreakable", 4), "unbreakable");
  EXPECT_EQ(wrapped("one two", 0), "one two");
}

TEST(Reasons, are_told_once_for_all_numbers_that_share_them) {
  Reasons reasons;
  const Figure none{0, "no row is wrong"};
  EXPECT_EQ(reasons.text(Figure{0.5, {}}, "AURC"), "0.5000");
  EXPECT_EQ(reasons.text(Figure{0.00001, {}}, "AURC"), "1e-05");
  EXPECT_EQ(reasons.text(Estimate{{0.5, {}}, {0.125, {}}, {}}, "AURC"), "0.5000 ± 0.1250");
  EXPECT_EQ(reasons.footnotes(), "");
  EXPECT_EQ(reasons.text(none, "AUROC"), "-");
  EXPECT_EQ(reasons.text(none, "AUROC"), "-");
  EXPECT_EQ(reasons.text(none, "overlap"), "-");
  EXPECT_EQ(reasons.footnotes(), "\n- no AUROC, overlap: no row is wrong\n");
}

}  // namespace
}  // namespace qualm::report
