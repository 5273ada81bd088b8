// SPDX-License-Identifier: Apache-2.0
#include "report/json_document.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/utf8.h"
#include "report/json_text.h"
#include "report/support/made_measures.h"

namespace qualm::report {
namespace {

template <class Fill>
nlohmann::json document(const Fill& fill) {
  TextSink sink;
  JsonDocument json(sink);
  json.open();
  fill(json);
  json.close();
  json.end();
  return nlohmann::json::parse(sink.text);
}

TEST(JsonDocument, an_undefined_number_is_null_with_its_reason_in_the_same_object) {
  const nlohmann::json found = document([](JsonDocument& json) {
    json.open("inner");
    json.figure("a", {0.1, {}});
    json.figure("b", {std::nan(""), "why \"not\""});
    json.interval("c", {0.25, 0.5, "x", {}});
    json.interval("d", {std::nan(""), std::nan(""), "", "no rows"});
    json.numbers("e", std::vector{1.0, std::nan("")}, "null where empty");
    json.close();
    json.number("f", std::numeric_limits<double>::infinity());
  });
  EXPECT_EQ(found.dump(),
            R"({"f":null,"inner":{"a":0.1,"b":null,"c":[0.25,0.5],"d":null,"e":[1,null],)"
            R"("reasons":{"b":"why \"not\"","d":"no rows","e":"null where empty"}}})");
}

TEST(JsonDocument, an_empty_key_is_written) {
  EXPECT_EQ(document([](JsonDocument& json) { json.integer("", 1); }).dump(), R"({"":1})");
}

TEST(JsonDocument, lists_and_texts_are_what_they_say) {
  const nlohmann::json found = document([](JsonDocument& json) {
    json.open_list("list");
    for (int i = 0; i < 2; ++i) {
      json.open();
      json.integer("i", static_cast<std::uint64_t>(i));
      json.close();
    }
    json.close_list();
    json.texts("names", std::vector<std::string>{"a\n", "\xff"});
    json.boolean("yes", true);
  });
  EXPECT_EQ(found.dump(),
            "{\"list\":[{\"i\":0},{\"i\":1}],\"names\":[\"a\\n\",\"\xEF\xBF\xBD\"],\"yes\":true}");
}

TEST(JsonText, every_character_is_escaped_as_another_library_does) {
  for (char32_t c = 0; c < 0x300; ++c) {
    const std::string text = 'a' + io::encode_utf8({&c, 1}) + 'b';
    EXPECT_EQ(json_string(text), nlohmann::json(text).dump()) << "character " << std::uint32_t{c};
  }
  EXPECT_EQ(json_string("\U0001F600"), "\"\U0001F600\"");
  EXPECT_EQ(json_string("a\xc3"), "\"a\xEF\xBF\xBD\"");
  EXPECT_EQ(json_string("\xff\""), "\"\xEF\xBF\xBD\\\"\"");
}

TEST(JsonDocument, a_deviation_stands_beside_the_mean_of_several_runs_only) {
  const Estimate estimate{{0.5, {}}, {0.25, {}}, {}};
  EXPECT_EQ(document([&](JsonDocument& json) { json.estimate("x", estimate, false); }).dump(),
            R"({"x":0.5})");
  EXPECT_EQ(document([&](JsonDocument& json) { json.estimate("x", estimate, true); }).dump(),
            R"({"x":0.5,"x_std":0.25})");
}

}  // namespace
}  // namespace qualm::report
