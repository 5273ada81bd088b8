// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(json_lines, an_array_of_numbers_per_line_is_instances_by_classes) {
  const StoredArray array = open_bytes("[0.25, 0.75]\n [1e-3,0.999] \n");
  EXPECT_THAT(array.shape, ElementsAre(2, 2));
  EXPECT_THAT(values_of(array), ElementsAre(0.25, 0.75, 1e-3, 0.999));
  EXPECT_EQ(array.decimals, 3);
  EXPECT_THAT(array.notes, IsEmpty());
}

TEST(json_lines, nested_arrays_are_members_by_classes) {
  const StoredArray array = open_bytes("[[1,0],[0,1],[0.5,0.5]]\r\n[[1,0],[1,0],[1,0]]");
  EXPECT_THAT(array.shape, ElementsAre(2, 3, 2));
  EXPECT_THAT(values_of(array), ElementsAre(1, 0, 0, 1, .5, .5, 1, 0, 1, 0, 1, 0));
  EXPECT_THAT(open_bytes("[[1,0],[0,1]]").notes,
              ElementsAre(HasSubstr("one line is one instance")));
}

TEST(json_lines, objects_of_numbers_are_a_table_with_names) {
  const StoredArray array = open_bytes(R"({"id":"a","cat":0.25,"dog":0.75,"file":"x.png"}
{"file":"y.png","dog":1,"cat":0,"id":"b"}
)");
  EXPECT_THAT(array.shape, ElementsAre(2, 2));
  EXPECT_THAT(array.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75, 0, 1));
  EXPECT_THAT(array.notes, ElementsAre(HasSubstr("left out the columns \"id\", \"file\"")));
  const StoredArray wide = open_bytes(R"({"p_0_a":1,"p_0_b":0,"p_1_a":0.5,"p_1_b":0.5})");
  EXPECT_THAT(wide.shape, ElementsAre(1, 2, 2));
  const StoredArray numbers = open_bytes(R"({"row":1,"member":0,"class":"b","prob":0.25}
{"row":1,"member":0,"class":"a","prob":0.75}
)");
  EXPECT_THAT(numbers.shape, ElementsAre(1, 1, 2));
  EXPECT_THAT(values_of(numbers), ElementsAre(.75, .25));
}

TEST(json_lines, an_object_can_hold_the_array_under_a_key) {
  const std::string lines = R"({"id":1,"probs":[0.25,0.75],"logits":[[1,2],[3,4]]}
{"id":2,"logits":[[5,6],[7,8]],"probs":[0.5,0.5]}
)";
  EXPECT_THAT(refused(lines), HasSubstr("holds 2 arrays (probs, logits); specify which with key"));
  const StoredArray logits = open_bytes(lines, "logits");
  EXPECT_EQ(logits.label, "made[logits]");
  EXPECT_THAT(logits.shape, ElementsAre(2, 2, 2));
  EXPECT_THAT(values_of(open_bytes(lines, "probs")), ElementsAre(.25, .75, .5, .5));
  EXPECT_THAT(values_of(open_bytes("{\"id\":1,\"p\":[0.25,0.75]}\n")), ElementsAre(.25, .75));
  EXPECT_THAT(refused(lines, "prob"), HasSubstr("did you mean \"probs\"?"));
}

TEST(json_lines, labels_and_ids_are_read_by_key) {
  TemporaryFolder folder;
  const std::string path = folder.file("labels.jsonl", R"({"name":"x","label":"c\u00e9\ud83d\ude00"}
{"label":2,"name":"y"}
)");
  EXPECT_THAT(read_entries(path, {"", "labels_key", "labels"}).texts, ElementsAre("cé😀", "2"));
  EXPECT_THAT(read_entries(path, {"name"}).texts, ElementsAre("x", "y"));
  EXPECT_THAT(read_entries(folder.file("weights.json", "[1, 2.5]")).numbers, ElementsAre(1, 2.5));
  const std::string missing = folder.file("missing.jsonl", "{\"label\":1}\n{\"label\":null}\n");
  EXPECT_THAT(data_error_of([&] { return read_entries(missing); }),
              AllOf(HasSubstr("line 2"), HasSubstr("empty")));
}

TEST(json_lines, rows_that_differ_are_refused_by_line) {
  EXPECT_THAT(refused("[1,2]\n[1]\n"),
              HasSubstr("line 2: holds 1 numbers, the first line holds 2"));
  EXPECT_THAT(refused("[1,2]\n[[1,2]]\n"), HasSubstr("line 2: holds 1 arrays of 2 numbers"));
  EXPECT_THAT(refused("[[1,2],[3]]\n"), HasSubstr("line 1: array 1 has 1 numbers"));
  EXPECT_THAT(refused("[1,2]\n\n[1,2]\n"), HasSubstr("line 2 is empty"));
  EXPECT_THAT(refused("{\"a\":1,\"b\":0}\n{\"a\":1}\n"), HasSubstr("line 2: has no key \"b\""));
  EXPECT_THAT(refused("{\"a\":1}\n{\"a\":1,\"b\":0}\n"), HasSubstr("line 2: has a key \"b\""));
  EXPECT_THAT(refused("{\"a\":1,\"b\":0}\n{\"a\":1,\"a\":1}\n"), HasSubstr("key \"a\" twice"));
  EXPECT_THAT(refused("{\"a\":1,\"a\":0}\n"), HasSubstr("twice"));
}

TEST(json_lines, what_is_no_number_is_refused_by_name) {
  EXPECT_THAT(refused("{\"a\":1,\"b\":0}\n{\"a\":null,\"b\":1}\n"),
              AllOf(HasSubstr("line 2, column 1 (a)"), HasSubstr("is empty")));
  EXPECT_THAT(refused("{\"a\":1,\"b\":0}\n{\"a\":true,\"b\":1}\n"),
              HasSubstr("\"true\" is not a number"));
  EXPECT_THAT(refused("[1,NaN]\n"), HasSubstr("a number is expected, not \"NaN]\""));
  for (const char* number : {"01", "1.", ".5", "+1", "1.e5", "--1", "0x10"}) {
    EXPECT_THAT(refused("[" + std::string(number) + "]\n"), HasSubstr("is expected")) << number;
  }
  EXPECT_THAT(refused("[1e999]\n"), HasSubstr("out of range"));
}

TEST(json_lines, what_is_no_line_of_json_is_refused) {
  EXPECT_THAT(refused("[\n[1,2],\n[3,4]]\n"), HasSubstr("write one JSON value per line"));
  EXPECT_THAT(refused("[1,2] [3]\n"), HasSubstr("the end is expected"));
  EXPECT_THAT(refused("[[[1]]]\n"), HasSubstr("more than two levels"));
  EXPECT_THAT(refused("[]\n"), HasSubstr("empty array"));
  EXPECT_THAT(refused("{}\n"), HasSubstr("without keys"));
  EXPECT_THAT(refused(R"({"a":"\ud800"})"), HasSubstr("surrogate"));
  EXPECT_THAT(refused(R"({"a":"\x"})"), HasSubstr("escape"));
  EXPECT_THAT(refused(std::string(1'000'000, '[')), HasSubstr("more than two levels"));
  EXPECT_THAT(refused("{\"a\":" + std::string(1'000'000, '[')), HasSubstr("64 levels"));
}

}  // namespace
}  // namespace qualm::io
