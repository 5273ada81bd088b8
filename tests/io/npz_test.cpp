// SPDX-License-Identifier: Apache-2.0
#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string probs = npy("<f8", "(2, 2)", raw<double>({.25, .75, .5, .5}));
const std::string labels = npy("|u1", "(2,)", "\1\2");

/// An array of `count` zeros: deflate packs it a thousandfold.
std::string zeros(std::size_t count) {
  return npy("<f8", one_axis(count), std::string(8 * count, '\0'));
}

TEST(npz, the_only_array_needs_no_key) {
  const StoredArray array = open_bytes(
      zip({{.name = "notes.txt", .data = "hello"}, {.name = "probs.npy", .data = probs}}));
  EXPECT_EQ(array.label, "made[probs]");
  EXPECT_THAT(array.shape, ElementsAre(2, 2));
  EXPECT_THAT(values_of(array), ElementsAre(.25, .75, .5, .5));
}

TEST(npz, the_key_chooses_the_array) {
  const std::string bytes =
      zip({{.name = "probs.npy", .data = probs}, {.name = "labels.npy", .data = labels}});
  EXPECT_THAT(values_of(open_bytes(bytes, "labels")), ElementsAre(1, 2));
  EXPECT_THAT(values_of(open_bytes(bytes, "probs")), ElementsAre(.25, .75, .5, .5));
}

TEST(npz, stored_arrays_are_read_where_they_lie) {
  const std::string bytes =
      zip({{.name = "labels.npy", .data = labels}, {.name = "probs.npy", .data = probs}});
  const StoredArray array = open_bytes(bytes, "probs");
  EXPECT_EQ(array.bytes->size(), bytes.size());
  EXPECT_EQ(array.first_byte, bytes.find(probs) + probs.size() - 32);
}

TEST(npz, deflate_zip64_and_data_descriptors_are_read) {
  const MadeEntry ways[] = {
      {.name = "p.npy", .data = probs, .method = 8},
      {.name = "p.npy", .data = probs, .zip64 = true},
      {.name = "p.npy", .data = probs, .method = 8, .zip64 = true},
      {.name = "p.npy", .data = probs, .flags = 8},
      {.name = "p.npy", .data = probs, .method = 8, .flags = 8},
  };
  for (const MadeEntry& way : ways) {
    EXPECT_THAT(values_of(open_bytes(zip({way}))), ElementsAre(.25, .75, .5, .5));
  }
  EXPECT_THAT(values_of(open_bytes(deflated_zip("p.npy", probs))), ElementsAre(.25, .75, .5, .5));
}

TEST(npz, large_deflated_arrays_go_through_a_temporary_file) {
  std::string data(40U << 20, '\0');
  for (std::size_t i = 0; i < data.size(); i += 8) {
    const auto value = static_cast<double>(i * 2654435761U % 1000);
    std::memcpy(data.data() + i, &value, 8);
  }
  const std::string array = npy("<f8", one_axis(data.size() / 8), data);
  const StoredArray stored = open_bytes(deflated_zip("p.npy", array));
  std::string back(data.size(), 'x');
  stored.read(0, std::as_writable_bytes(std::span(back)));
  EXPECT_TRUE(back == data);
}

std::string with_names(const std::string& names) {
  return zip({{.name = "p.npy", .data = probs}, {.name = "class_names.npy", .data = names}});
}

std::vector<std::string> names_beside_p(const std::string& names) {
  return open_bytes(with_names(names), "p").class_names;
}

TEST(npz, class_names_are_read_beside_the_array) {
  const std::string little = raw<std::uint32_t>({'n', 'o', 0, 0xE9, 0x1F60A, 'x'});
  EXPECT_THAT(names_beside_p(npy("<U3", "(2,)", little)),
              ElementsAre("no", "\xC3\xA9\xF0\x9F\x98\x8Ax"));
  const std::string big = raw<std::uint32_t>({'a' << 24U, 0, 'b' << 24U, 'c' << 24U});
  EXPECT_THAT(names_beside_p(npy(">U2", "(2,)", big)), ElementsAre("a", "bc"));
}

TEST(npz, whole_numbers_are_class_names) {
  EXPECT_THAT(names_beside_p(npy("<i4", "(3,)", raw<std::int32_t>({7, -1, 0}))),
              ElementsAre("7", "-1", "0"));
  EXPECT_THAT(names_beside_p(npy("<f8", "(2,)", raw<double>({2, 1}))), ElementsAre("2", "1"));
}

TEST(npz, class_names_that_are_no_list_of_names_are_refused) {
  const auto refusal = [](const std::string& names) {
    return data_error_of([&] { return open_bytes(with_names(names), "p"); });
  };
  EXPECT_THAT(refusal(npy("<f4", "(1,)", raw<float>({0.5F}))), HasSubstr("0.5 is not a name"));
  EXPECT_THAT(refusal(npy("|O", "(1,)", "12345678")),
              AllOf(HasSubstr("made[class_names]"), HasSubstr("astype(str)")));
  EXPECT_THAT(refusal(npy("|S2", "(1,)", "ab")), HasSubstr("astype(str)"));
  EXPECT_THAT(refusal(npy("<U1", "(1, 1)", "x\0\0\0")), HasSubstr("text"));
  EXPECT_THAT(refusal(npy("<Ux", "(1,)", "1234")), HasSubstr("text"));
}

TEST(npz, bad_class_names_are_refused) {
  const auto refusal = [&](const std::string& type, const std::string& text) {
    return data_error_of([&] { return open_bytes(with_names(npy(type, "(1,)", text)), "p"); });
  };
  EXPECT_THAT(refusal("<U1", raw<std::uint32_t>({'\n'})),
              AllOf(HasSubstr("made[class_names]"), HasSubstr("\\x0a")));
  EXPECT_THAT(refusal("<U1", raw<std::uint32_t>({0xD800})), HasSubstr("invalid text"));
  EXPECT_THAT(refusal("<U1", raw<std::uint32_t>({0x7FFFFFFF})), HasSubstr("invalid text"));
  EXPECT_THAT(refusal("<U9", "1234"), HasSubstr("truncated"));
  EXPECT_THAT(refusal("<U18446744073709551615", "1234"), HasSubstr("2^64"));
  EXPECT_THAT(refusal("<U5000000", std::string(20000000, '\0')), HasSubstr("at most"));
}

TEST(npz, two_arrays_without_a_key_are_refused_with_their_names) {
  EXPECT_EQ(
      refused(zip({{.name = "probs.npy", .data = probs}, {.name = "labels.npy", .data = labels}})),
      "made: holds 2 arrays (probs, labels); specify which with key");
}

TEST(npz, an_unknown_key_is_refused_with_the_nearest_name) {
  EXPECT_THAT(
      refused(zip({{.name = "probs.npy", .data = probs}, {.name = "labels.npy", .data = labels}}),
              "prosb"),
      AllOf(HasSubstr("no array \"prosb\""), HasSubstr("did you mean \"probs\""),
            HasSubstr("it holds probs, labels")));
}

TEST(npz, two_arrays_of_one_name_are_refused) {
  EXPECT_THAT(
      refused(zip({{.name = "p.npy", .data = probs}, {.name = "p.npy", .data = labels}}), "p"),
      HasSubstr("two arrays \"p\""));
  const std::string names = npy("<U1", "(2,)", std::string("a\0\0\0b\0\0\0", 8));
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = probs},
                           {.name = "class_names.npy", .data = names},
                           {.name = "class_names.npy", .data = names}}),
                      "p"),
              HasSubstr("two arrays \"class_names\""));
}

TEST(npz, names_are_cleaned_before_they_are_shown) {
  EXPECT_THAT(
      refused(zip({{.name = "a\n\x1b[31m.npy", .data = probs}, {.name = "b.npy", .data = labels}})),
      HasSubstr("holds 2 arrays"));
}

TEST(npz, a_bad_crc_is_refused) {
  for (const unsigned method : {0U, 8U}) {
    EXPECT_THAT(refused(zip({{.name = "p.npy", .data = probs, .method = method, .crc_error = 1}})),
                HasSubstr("CRC"));
  }
}

TEST(npz, encrypted_arrays_are_refused) {
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = probs, .flags = 1}})), HasSubstr("encrypted"));
}

TEST(npz, unusual_compression_is_refused) {
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = probs, .method = 12}})),
              HasSubstr("numpy.savez"));
}

TEST(npz, a_zip_bomb_is_refused_before_it_is_unpacked) {
  EXPECT_THAT(refused(zip({{.name = "p.npy",
                            .data = probs,
                            .method = 8,
                            .claimed_size = 2ULL << 30,
                            .packed = std::string(3U << 20, '\0')}})),
              HasSubstr("would expand 682 times to 2147483648 bytes: refused as a zip bomb"));
}

TEST(npz, small_arrays_may_expand_a_thousandfold) {
  const StoredArray array = open_bytes(deflated_zip("p.npy", zeros(100000)));
  EXPECT_THAT(array.shape, ElementsAre(100000));
  EXPECT_EQ(values_of(array), std::vector<double>(100000));
}

TEST(npz, a_size_that_deflate_cannot_reach_is_refused) {
  EXPECT_THAT(
      refused(zip({{.name = "p.npy", .data = probs, .method = 8, .claimed_size = 1U << 30}})),
      HasSubstr("which is impossible"));
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = probs, .claimed_size = 1000}})),
              HasSubstr("which is impossible"));
}

TEST(npz, more_than_the_arrays_header_justifies_is_not_unpacked) {
  const std::string array = zeros(10);
  EXPECT_THAT(refused(deflated_zip("p.npy", array + std::string(1U << 20, '\0'))),
              HasSubstr("1048576 more follow"));
  EXPECT_THAT(
      refused(zip(
          {{.name = "p.npy", .data = array + "more", .method = 8, .claimed_size = array.size()}})),
      testing::AnyOf(HasSubstr("more than"), HasSubstr("damaged")));
}

TEST(npz, fewer_bytes_than_the_directory_says_are_refused) {
  EXPECT_THAT(refused(zip({{.name = "p.npy",
                            .data = probs.substr(0, probs.size() - 8),
                            .method = 8,
                            .claimed_size = probs.size()}})),
              testing::AnyOf(HasSubstr("truncated"), HasSubstr("damaged")));
}

TEST(npz, a_truncated_archive_is_refused) {
  const std::string whole = zip({{.name = "p.npy", .data = probs}});
  EXPECT_THAT(refused(whole.substr(0, whole.size() / 2)), HasSubstr("damaged or truncated"));
}

TEST(npz, bad_arrays_inside_are_refused_with_their_name) {
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = npy("<c8", "(1,)", "12345678")}})),
              testing::StartsWith("made[p]: holds complex numbers"));
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = "hello there, no array"}})),
              HasSubstr("does not begin like a .npy file"));
  EXPECT_THAT(refused(zip({{.name = "p.npy", .data = "\x93NUM"}})), HasSubstr("truncated"));
}

TEST(npz, archives_without_arrays_are_refused_by_what_they_are) {
  EXPECT_THAT(refused(zip({})), HasSubstr("without an array"));
  EXPECT_THAT(refused(zip({{.name = "a.txt", .data = "hello"}})), HasSubstr("without an array"));
  EXPECT_THAT(refused(zip({{.name = "archive/data.pkl", .data = "x"}})),
              AllOf(HasSubstr("PyTorch"), HasSubstr(".detach().cpu().numpy()")));
  EXPECT_THAT(refused(zip({{.name = "[Content_Types].xml", .data = "x"}})), HasSubstr("as CSV"));
}

}  // namespace
}  // namespace qualm::io
