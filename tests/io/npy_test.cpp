// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

const std::string six_floats = raw<float>({1, 2, 3, 4, 5, 6});

TEST(npy, is_described_without_reading_the_numbers) {
  const StoredArray array = open_bytes(npy("<f4", "(2, 3)", six_floats));
  EXPECT_EQ(array.label, "made");
  EXPECT_EQ(array.dtype, DType::f32);
  EXPECT_FALSE(array.byte_swapped);
  EXPECT_FALSE(array.fortran_order);
  EXPECT_THAT(array.shape, ElementsAre(2, 3));
  EXPECT_EQ(array.n_bytes(), 24U);
  EXPECT_FALSE(array.decimals.has_value());
  EXPECT_THAT(values_of(array), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(npy, every_number_type_is_read) {
  struct Case {
    std::string descr, data;
    DType dtype;
  };
  const Case cases[] = {
      {"<f2", std::string("\x00\x3c\x00\xc0", 4), DType::f16},
      {"<f4", raw<float>({1, -2}), DType::f32},
      {"<f8", raw<double>({1, -2}), DType::f64},
      {"|i1", raw<std::int8_t>({1, -2}), DType::i8},
      {"<i2", raw<std::int16_t>({1, -2}), DType::i16},
      {"<i4", raw<std::int32_t>({1, -2}), DType::i32},
      {"<i8", raw<std::int64_t>({1, -2}), DType::i64},
      {"=f4", raw<float>({1, -2}), DType::f32},
      {"f4", raw<float>({1, -2}), DType::f32},
      {">f4", std::string("\x3f\x80\0\0\xc0\0\0\0", 8), DType::f32},
      {">i2", std::string("\0\1\xff\xfe", 4), DType::i16},
      {">i1", raw<std::int8_t>({1, -2}), DType::i8},
  };
  for (const Case& c : cases) {
    const StoredArray array = open_bytes(npy(c.descr, "(2,)", c.data));
    EXPECT_EQ(array.dtype, c.dtype) << c.descr;
    EXPECT_THAT(values_of(array), ElementsAre(1, -2)) << c.descr;
  }
  EXPECT_THAT(values_of(open_bytes(npy("|b1", "(2,)", std::string("\1\0", 2)))), ElementsAre(1, 0));
  EXPECT_THAT(values_of(open_bytes(npy("|u1", "(2,)", "\xff\x01"))), ElementsAre(255, 1));
  EXPECT_THAT(values_of(open_bytes(npy("<u2", "(2,)", "\xff\xff\x01"s + '\0'))),
              ElementsAre(65535, 1));
  EXPECT_THAT(values_of(open_bytes(npy("<u4", "(1,)", "\xff\xff\xff\xff"))),
              ElementsAre(4294967295.0));
  EXPECT_THAT(values_of(open_bytes(npy("<u8", "(1,)", raw<std::uint64_t>({1ULL << 63})))),
              ElementsAre(9223372036854775808.0));
}

TEST(npy, only_the_foreign_byte_order_is_swapped) {
  EXPECT_TRUE(open_bytes(npy(">f8", "(1,)", raw<double>({1}))).byte_swapped);
  EXPECT_FALSE(open_bytes(npy("<f8", "(1,)", raw<double>({1}))).byte_swapped);
  EXPECT_FALSE(open_bytes(npy(">u1", "(1,)", "a")).byte_swapped);
}

TEST(npy, fortran_order_is_told) {
  const StoredArray array = open_bytes(npy("<f4", "(2, 3)", six_floats, true));
  EXPECT_TRUE(array.fortran_order);
  EXPECT_THAT(values_of(array), ElementsAre(1, 3, 5, 2, 4, 6));
}

TEST(npy, versions_2_and_3_are_read) {
  const std::string dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }";
  for (const int version : {1, 2, 3}) {
    EXPECT_THAT(values_of(open_bytes(npy_with(dict, six_floats, version))),
                ElementsAre(1, 2, 3, 4, 5, 6));
  }
}

TEST(npy, spellings_of_old_and_other_writers_are_read) {
  for (const char* const dict : {
           "{'descr': '<f4', 'fortran_order': False, 'shape': (3L, 2L)}",
           "{\"shape\":(6,),\"fortran_order\":False,\"descr\":\"<f4\"}",
           "{ 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , 3 , ) , }",
       }) {
    EXPECT_EQ(values_of(open_bytes(npy_with(dict, six_floats))).size(), 6U) << dict;
  }
}

TEST(npy, a_read_outside_the_array_is_a_bug) {
  const StoredArray array = open_bytes(npy("<f4", "(6,)", six_floats));
  std::vector<std::byte> out(8);
  array.read(16, out);
  error_of(ErrorKind::internal, [&] { return array.read(17, out), 0; });
  error_of(ErrorKind::internal,
           [&] { return array.read(std::numeric_limits<std::uint64_t>::max(), out), 0; });
}

TEST(npy, truncated_data_is_refused_with_both_sizes) {
  EXPECT_EQ(refused(npy("<f4", "(1000, 5, 10)", std::string(1234, 'x'))),
            "made: the header says 1000x5x10 float32 (200000 bytes) but the file holds 1234: it is "
            "truncated; copy it again");
}

TEST(npy, truncated_header_is_refused) {
  const std::string whole = npy("<f4", "(6,)", six_floats);
  for (const std::size_t size : {6U, 8U, 11U, 12U, 100U}) {
    EXPECT_THAT(refused(whole.substr(0, size)), HasSubstr("truncated")) << size;
  }
}

TEST(npy, trailing_bytes_are_refused) {
  EXPECT_THAT(refused(npy("<f4", "(6,)", six_floats + "xyz")), HasSubstr("but 3 more follow"));
}

TEST(npy, a_header_of_4_gigabytes_is_refused) {
  EXPECT_THAT(refused("\x93NUMPY\x02"s + '\0' + "\xff\xff\xff\xff{'descr'"),
              HasSubstr("claims a header of 4294967295 bytes"));
}

TEST(npy, a_shape_whose_product_overflows_is_refused) {
  EXPECT_THAT(refused(npy("<f8", "(4294967296, 4294967296)", "")),
              HasSubstr("more than 2^64 bytes"));
  EXPECT_THAT(refused(npy("<f8", "(2305843009213693952,)", "")), HasSubstr("more than 2^64 bytes"));
  EXPECT_THAT(refused(npy("<f8", "(99999999999999999999,)", "")), HasSubstr("beyond 2^64"));
}

TEST(npy, a_shape_that_the_file_cannot_hold_is_refused) {
  EXPECT_THAT(refused(npy("<f4", "(1000000000000, 1000)", six_floats)),
              HasSubstr("(4000000000000000 bytes) but the file holds 24"));
}

TEST(npy, a_negative_shape_is_refused) {
  EXPECT_THAT(refused(npy("<f4", "(-1, 6)", six_floats)), HasSubstr("negative length"));
}

TEST(npy, objects_records_complex_numbers_and_text_are_refused_with_a_remedy) {
  EXPECT_THAT(refused(npy("|O", "(6,)", six_floats)), HasSubstr("Python objects"));
  EXPECT_THAT(refused(npy("<c8", "(3,)", six_floats)), HasSubstr("a.real"));
  EXPECT_THAT(refused(npy("<U6", "(1,)", six_floats)), HasSubstr("text"));
  EXPECT_THAT(refused(npy("|S6", "(4,)", six_floats)), HasSubstr("text"));
  EXPECT_THAT(refused(npy("|V4", "(6,)", six_floats)), HasSubstr("x.float().numpy()"));
  EXPECT_THAT(refused(npy("<f16", "(1,)", six_floats)), HasSubstr("astype(\"float64\")"));
  EXPECT_THAT(refused(npy("<M8[ns]", "(3,)", six_floats)), HasSubstr("dates"));
  EXPECT_THAT(refused(npy("<q4", "(6,)", six_floats)), HasSubstr("unknown"));
  EXPECT_THAT(refused(npy("", "(6,)", six_floats)), HasSubstr("unknown"));
  EXPECT_THAT(refused(npy_with("{'descr': [('x', '<f4'), ('y', '<i4')], 'fortran_order': False, "
                               "'shape': (3,), }",
                               six_floats)),
              HasSubstr("a[\"field\"]"));
}

TEST(npy, a_deeply_nested_header_is_refused) {
  const std::string deep(60000, '(');
  EXPECT_THAT(refused(npy("<f4", deep, six_floats)), HasSubstr("header is damaged"));
  EXPECT_THAT(refused(npy_with(std::string(60000, '{'), "")), HasSubstr("header is damaged"));
  EXPECT_THAT(refused(npy_with("{'descr': " + std::string(60000, '['), "")), HasSubstr("records"));
}

TEST(npy, single_numbers_and_empty_arrays_are_refused) {
  EXPECT_THAT(refused(npy("<f4", "()", raw<float>({1}))), HasSubstr("without an axis"));
  EXPECT_THAT(refused(npy("<f4", "(0, 3)", "")), HasSubstr("holds no numbers (shape 0x3)"));
}

TEST(npy, more_than_32_axes_are_refused) {
  std::string shape = "(";
  for (int i = 0; i < 33; ++i) shape += "1, ";
  EXPECT_THAT(refused(npy("<f4", shape + ")", raw<float>({1}))), HasSubstr("more than 32 axes"));
}

TEST(npy, an_unknown_version_is_refused) {
  EXPECT_THAT(refused(npy_with("{}", "", 4)), HasSubstr("version 4.0 is unknown"));
}

TEST(npy, a_malformed_header_is_refused_with_its_place) {
  for (const char* const dict : {
           "",
           "{",
           "{}",
           "[]",
           "{'descr': '<f4'}",
           "{'descr': '<f4', 'fortran_order': False}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (6)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': 6}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (6,",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (6,)} x",
           "{'descr': '<f4', 'fortran_order': false, 'shape': (6,)}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (6,)}",
           "{'descr': '<f4, 'fortran_order': False, 'shape': (6,)}",
           "{'descr': '<f4' 'fortran_order': False, 'shape': (6,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (6.0,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), 'x': 1}",
           "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (6,)}",
       }) {
    EXPECT_THAT(refused(npy_with(dict, six_floats)), HasSubstr("header is damaged")) << dict;
  }
}

}  // namespace
}  // namespace qualm::io
