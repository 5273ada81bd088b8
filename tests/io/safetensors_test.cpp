// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

std::string entry(const std::string& name, const std::string& type, const std::string& shape,
                  const std::string& offsets) {
  return "\"" + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":)" +
         offsets + "}";
}
// Two tensors: a = 1 2 3 4 as F32 2x2, b = 5 6 as F64.
const std::string two_tensors =
    safetensors("{" + entry("a", "F32", "[2,2]", "[0,16]") + "," +
                    entry("b", "F64", "[2]", "[16,32]") + R"(,"__metadata__":{"by":"hand"}}  )",
                raw<float>({1, 2, 3, 4}) + raw<double>({5, 6}));

TEST(safetensors, a_tensor_is_chosen_by_its_key_and_read_in_place) {
  const StoredArray a = open_bytes(two_tensors, "a");
  EXPECT_EQ(a.label, "made[a]");
  EXPECT_EQ(a.dtype, DType::f32);
  EXPECT_THAT(a.shape, ElementsAre(2, 2));
  EXPECT_THAT(values_of(a), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(values_of(open_bytes(two_tensors, "b")), ElementsAre(5, 6));
  EXPECT_THAT(refused(two_tensors), HasSubstr("holds 2 arrays (a, b); specify which with key"));
  EXPECT_THAT(refused(two_tensors, "c"), HasSubstr("has no array \"c\""));
  TemporaryFolder folder;
  const std::string path = folder.file("two.safetensors", two_tensors);
  EXPECT_TRUE(open_array(path, {"a"}).in_place);
  EXPECT_THAT(array_names(path), ElementsAre("a", "b"));
  EXPECT_THAT(read_entries(path, {"b"}).numbers, ElementsAre(5, 6));
}

TEST(safetensors, bfloat16_is_read_as_the_float_that_begins_with_it) {
  // 1, -2, 0.00390625 + 2^-15, infinity
  const StoredArray array = open_bytes(safetensors("{" + entry("p", "BF16", "[2,2]", "[0,8]") + "}",
                                                   "\x80\x3f\x00\xc0\x81\x3b\x80\x7f"s));
  EXPECT_EQ(array.dtype, DType::f32);
  EXPECT_TRUE(array.is_bfloat16);
  EXPECT_THAT(values_of(array), ElementsAre(1, -2, 0x1.02p-8, HUGE_VAL));
  std::array<std::byte, 5> odd{};  // any part of the bytes
  array.read(3, odd);
  std::array<std::byte, 16> all{};
  array.read(0, all);
  EXPECT_TRUE(std::equal(odd.begin(), odd.end(), all.begin() + 3));
}

TEST(safetensors, half_floats_and_integers_are_read) {
  EXPECT_THAT(values_of(open_bytes(
                  safetensors("{" + entry("p", "F16", "[2]", "[0,4]") + "}", "\x00\x3c\x00\xb8"s))),
              ElementsAre(1, -0.5));
  EXPECT_THAT(values_of(open_bytes(safetensors("{" + entry("p", "I64", "[1]", "[0,8]") + "}",
                                               raw<std::int64_t>({-7})))),
              ElementsAre(-7));
  EXPECT_THAT(refused(safetensors("{" + entry("p", "F8_E4M3", "[1]", "[0,1]") + "}", "x")),
              AllOf(HasSubstr("made[p]"), HasSubstr("\"F8_E4M3\" is not read")));
}

TEST(safetensors, offsets_that_lie_are_refused) {
  const auto with = [](const std::string& entries, std::size_t size) {
    return refused(safetensors("{" + entries + "}", std::string(size, '\0')), "a");
  };
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[0,9]"), 8), HasSubstr("the file holds 8"));
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[8,0]"), 8), HasSubstr("end before they start"));
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[0,8]"), 9), HasSubstr("1 bytes follow"));
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[4,12]"), 12),
              HasSubstr("the one before it ends at 0"));
  EXPECT_THAT(
      with(entry("a", "F32", "[2]", "[0,8]") + "," + entry("b", "F32", "[2]", "[4,12]"), 12),
      HasSubstr("the one before it ends at 8"));
  EXPECT_THAT(with(entry("a", "F32", "[3]", "[0,8]"), 8), HasSubstr("(12 bytes) but the file"));
  EXPECT_THAT(with(entry("a", "F32", "[4294967296,4294967296,2]", "[0,8]"), 8),
              HasSubstr("more than 2^64 bytes"));
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[0,18446744073709551616]"), 8),
              HasSubstr("is not a length or offset"));
  EXPECT_THAT(with(entry("a", "F32", "[2]", "[0,8]") + "," + entry("a", "F32", "[2]", "[0,8]"), 8),
              HasSubstr("two tensors"));
}

TEST(safetensors, a_header_that_lies_or_is_no_json_is_refused) {
  EXPECT_THAT(refused("\x40\0\0\0\0\0\0\0{\"t\":"s), HasSubstr("claims a header of 64 bytes"));
  EXPECT_THAT(refused("\xff\xff\xff\xff\xff\xff\xff\0{}"s), HasSubstr("truncated"));
  EXPECT_THAT(refused(safetensors("{}", "")), HasSubstr("holds no tensor"));
  EXPECT_THAT(refused(safetensors(R"({"a":{"dtype":"F32"}})", "")), HasSubstr("each once"));
  EXPECT_THAT(refused(safetensors(R"({"a":{"dtype":"F32","x":1}})", "")), HasSubstr("entry \"x\""));
  EXPECT_THAT(refused(safetensors(R"({"a":[1]})", "")), HasSubstr("{ is expected"));
  EXPECT_THAT(refused(safetensors(R"({"__metadata__":)" + std::string(100'000, '['), "")),
              HasSubstr("{ is expected"));
  EXPECT_THAT(refused(safetensors(R"({"__metadata__":{"a":)" + std::string(100'000, '['), "")),
              HasSubstr("more than 64 levels"));
}

}  // namespace
}  // namespace qualm::io
