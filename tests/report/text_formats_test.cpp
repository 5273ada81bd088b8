// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "qualm/error.h"
#include "report/support/made_measures.h"

namespace qualm::report {
namespace {

TEST(csv, has_one_line_an_instance) {
  EXPECT_EQ(written(Format::csv, made_info(), made_block()),
            "row,predicted,variance_total,variance_aleatoric,variance_epistemic,"
            "entropy_total,entropy_aleatoric,entropy_epistemic\n"
            "0,0,0.5,0.25,0.25,1,0.5,0.5\n"
            "1,1,0.25,0.25,0,0.75,0.625,0.125\n"
            "2,1,0,0,0,0,0,0\n");
}

TEST(csv, has_columns_of_classes_on_request) {
  const std::string text =
      written(Format::csv, made_info_per_class(), rows_of(made_block_per_class(), 1, 2));
  EXPECT_EQ(text,
            "row,predicted,variance_total,variance_aleatoric,variance_epistemic,"
            "entropy_total,entropy_aleatoric,entropy_epistemic,mean[cat],mean[dog],"
            "variance_total[cat],variance_total[dog],variance_aleatoric[cat],"
            "variance_aleatoric[dog],variance_epistemic[cat],variance_epistemic[dog]\n"
            "1,1,0.25,0.25,0,0.75,0.625,0.125,0.125,0.875,0.125,0.125,0.125,0.125,0,0\n");
}

TEST(csv, quotes_a_name_that_holds_a_comma_or_a_quote) {
  MeasureInfo info = made_info_per_class();
  info.class_names = {"a,b", "say \"x\""};
  const std::string text = written(Format::csv, info, made_block_per_class());
  EXPECT_NE(text.find(",\"mean[a,b]\",\"mean[say \"\"x\"\"]\","), std::string::npos) << text;
}

TEST(csv, has_deviations_for_several_runs) {
  MeasureInfo info = made_info();
  info.n_runs = 2;
  MeasuredBlock block = rows_of(made_block(), 0, 1);
  block.deviation = {{{0.5}, {0.25}, {0.125}}, {{2}, {3}, {4}}};
  const std::string text = written(Format::csv, info, block);
  EXPECT_NE(text.find(",variance_total_std,variance_aleatoric_std,variance_epistemic_std,entropy_"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\n0,0,0.5,0.25,0.25,0.5,0.25,0.125,1,0.5,0.5,2,3,4\n")) << text;
}

TEST(csv, names_of_families_are_snake_case_in_columns) {
  MeasureInfo info = made_info();
  info.options.measures = {"label-entropy"};
  MeasuredBlock block = made_block();
  block.measures.families = {{"label-entropy", "bits", block.measures.families[0].parts, {}}};
  EXPECT_TRUE(written(Format::csv, info, block).starts_with("row,predicted,label_entropy_total,"));
}

TEST(jsonl, has_one_object_an_instance) {
  EXPECT_EQ(written(Format::jsonl, made_info(), rows_of(made_block(), 1, 2)),
            R"({"row":1,"predicted":1,)"
            R"("variance":{"unit":"variance","total":0.25,"aleatoric":0.25,"epistemic":0},)"
            R"("entropy":{"unit":"bits","total":0.75,"aleatoric":0.625,"epistemic":0.125}})"
            "\n");
}

TEST(jsonl, has_values_of_classes_on_request) {
  EXPECT_EQ(written(Format::jsonl, made_info_per_class(), rows_of(made_block_per_class(), 1, 2)),
            R"({"row":1,"predicted":1,"mean":[0.125,0.875],)"
            R"("variance":{"unit":"variance","total":0.25,"aleatoric":0.25,"epistemic":0,)"
            R"("per_class":{"total":[0.125,0.125],"aleatoric":[0.125,0.125],"epistemic":[0,0]}},)"
            R"("entropy":{"unit":"bits","total":0.75,"aleatoric":0.625,"epistemic":0.125}})"
            "\n");
}

TEST(json, follows_the_schema_key_by_key) {
  MeasureInfo info = made_info_per_class();
  info.options.class_weights = {1, 2.5};
  const auto document =
      nlohmann::ordered_json::parse(written(Format::json, info, made_block_per_class()));
  std::vector<std::string> keys;
  for (const auto& item : document.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"schema", "qualm_version", "instances", "members",
                                            "classes", "runs", "class_names", "conventions",
                                            "predicted", "mean", "measures"}));
  EXPECT_EQ(document["schema"], "qualm.measure/1");
  EXPECT_EQ(document["instances"], 3);
  EXPECT_EQ(document["members"], 5);
  EXPECT_EQ(document["classes"], 2);
  EXPECT_EQ(document["class_names"], nlohmann::json({"cat", "dog"}));
  EXPECT_EQ(document["conventions"]["axes"], "nmk");
  EXPECT_EQ(document["conventions"]["input"], "probs");
  EXPECT_EQ(document["conventions"]["log_base"], "2");
  EXPECT_EQ(document["conventions"]["normalized"], false);
  EXPECT_EQ(document["conventions"]["class_weights"], nlohmann::json({1, 2.5}));
  EXPECT_EQ(document["predicted"], nlohmann::json({0, 1, 1}));
  EXPECT_EQ(document["mean"][1], nlohmann::json({0.125, 0.875}));
  const auto& variance = document["measures"]["variance"];
  EXPECT_EQ(variance["unit"], "variance");
  EXPECT_EQ(variance["total"], nlohmann::json({0.5, 0.25, 0}));
  EXPECT_EQ(variance["per_class"]["epistemic"][0], nlohmann::json({0.125, 0.125}));
  EXPECT_EQ(document["measures"]["entropy"]["unit"], "bits");
  EXPECT_FALSE(document["measures"]["entropy"].contains("per_class"));
}

TEST(json, has_mean_and_classes_only_on_request_and_weights_always) {
  const auto document = nlohmann::json::parse(written(Format::json, made_info(), made_block()));
  EXPECT_FALSE(document.contains("mean"));
  EXPECT_FALSE(document["measures"]["variance"].contains("per_class"));
  EXPECT_EQ(document["conventions"]["class_weights"], nlohmann::json({1, 1}));
}

TEST(json, has_deviations_and_the_number_of_rescaled_rows) {
  MeasureInfo info = made_info();
  info.n_runs = 2;
  std::vector<MeasuredBlock> blocks = {rows_of(made_block(), 0, 1), rows_of(made_block(), 1, 2)};
  for (MeasuredBlock& block : blocks) {
    block.deviation = {{{0.5}, {0.25}, {0.125}}, {{2}, {3}, {4}}};
    block.measures.renormalized_rows = 1;
  }
  const auto document = nlohmann::json::parse(written(Format::json, info, blocks));
  EXPECT_EQ(document["runs"], 2);
  EXPECT_EQ(document["conventions"]["renormalized_rows"], 2);
  EXPECT_EQ(document["measures"]["variance"]["total_std"], nlohmann::json({0.5, 0.5}));
}

TEST(json, escapes_names) {
  MeasureInfo info = made_info();
  info.class_names = {"a\"\\\n", "é"};
  const auto document = nlohmann::json::parse(written(Format::json, info, made_block()));
  EXPECT_EQ(document["class_names"][0], "a\"\\\n");
  EXPECT_EQ(document["class_names"][1], "é");
}

class every_text_format : public testing::TestWithParam<Format> {};

TEST_P(every_text_format, does_not_depend_on_the_size_of_blocks) {
  const MeasuredBlock whole = made_block_per_class();
  const std::vector<MeasuredBlock> blocks = {rows_of(whole, 0, 1), rows_of(whole, 1, 3)};
  EXPECT_EQ(written(GetParam(), made_info_per_class(), whole),
            written(GetParam(), made_info_per_class(), blocks));
}

TEST_P(every_text_format, prints_the_shortest_text_that_reads_back) {
  MeasuredBlock block = made_block();
  const double third = 1.0 / 3.0;
  block.measures.families[0].parts.total[0] = third;
  EXPECT_NE(written(GetParam(), made_info(), block).find("0.3333333333333333"), std::string::npos);
}

TEST_P(every_text_format, writes_infinity_as_its_readers_understand_it) {
  MeasuredBlock block = made_block();
  const std::string_view word = GetParam() == Format::csv ? "inf" : "null";
  EXPECT_EQ(written(GetParam(), made_info(), block).find("inf"), std::string::npos);
  block.measures.families[1].parts.epistemic[2] = HUGE_VAL;
  EXPECT_NE(written(GetParam(), made_info(), block).find(word), std::string::npos);
}

TEST_P(every_text_format, writes_what_is_undecided_as_its_readers_understand_it) {
  MeasuredBlock block = made_block();
  const std::string_view word = GetParam() == Format::csv ? "nan" : "null";
  const auto count = [&] {
    const std::string text = written(GetParam(), made_info(), block);
    std::size_t n = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
    return n;
  };
  const std::size_t before = count();
  block.measures.families[1].parts.epistemic[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(count(), before + 1);
}

TEST_P(every_text_format, refuses_what_no_measure_is) {
  MeasuredBlock block = made_block();
  block.measures.families[1].parts.epistemic[2] = -HUGE_VAL;
  try {
    static_cast<void>(written(GetParam(), made_info(), block));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::internal);
  }
}

INSTANTIATE_TEST_SUITE_P(formats, every_text_format,
                         testing::Values(Format::csv, Format::jsonl, Format::json),
                         [](const auto& instance) {
                           return std::string(format_info(instance.param).name);
                         });

}  // namespace
}  // namespace qualm::report
