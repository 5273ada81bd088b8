// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class StringSink final : public Sink {
 public:
  void write(std::string_view bytes) override { bytes_ += bytes; }
  void finish() override {}
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

const std::vector<double> numbers = {.1, .2, .3, .4, .5, .6};
const std::vector<std::uint32_t> great_labels = {3, 0, 4294967295U};
const std::vector<std::string> texts = {"cat", "K\xC3\xA4se \xF0\x9F\x90\x88", ""};

std::vector<NamedArray> arrays() {
  return {{.name = "double", .shape = {2, 3}, .numbers = numbers},
          {.name = "single", .shape = {3, 1, 2}, .numbers = numbers, .single_precision = true},
          {.name = "labels", .shape = {3}, .labels = great_labels},
          {.name = "n\xC3\xA4me", .shape = {3}, .texts = texts}};
}

std::string npz_bytes() {
  StringSink sink;
  write_npz(sink, arrays());
  return sink.bytes();
}

/// Runs Python code; true if it succeeds.
bool python(const std::string& code, const std::string& argument) {
  return std::system(("/usr/bin/python3 -c '" + code + "' '" + argument + "'").c_str()) == 0;
}

bool has_numpy() {
  return python("import numpy", "");
}

TEST(write_npy, is_what_we_read) {
  StringSink sink;
  write_npy(sink, arrays()[0]);
  EXPECT_EQ(sink.bytes().size() % 64, numbers.size() * 8 % 64);
  const StoredArray array = open_bytes(sink.bytes());
  EXPECT_EQ(array.dtype, DType::f64);
  EXPECT_THAT(array.shape, ElementsAre(2, 3));
  EXPECT_EQ(values_of(array), numbers);
}

TEST(write_npz, is_what_we_read) {
  const std::string bytes = npz_bytes();
  EXPECT_EQ(values_of(open_bytes(bytes, "double")), numbers);
  const StoredArray single = open_bytes(bytes, "single");
  EXPECT_EQ(single.dtype, DType::f32);
  EXPECT_THAT(single.shape, ElementsAre(3, 1, 2));
  EXPECT_THAT(values_of(single), ElementsAre(.1F, .2F, .3F, .4F, .5F, .6F));
  EXPECT_THAT(values_of(open_bytes(bytes, "labels")), ElementsAre(3, 0, 4294967295.0));
}

TEST(write_npz, large_single_precision_arrays_are_whole) {
  std::vector<double> many(200001);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
  const NamedArray array{
      .name = "a", .shape = {many.size()}, .numbers = many, .single_precision = true};
  StringSink sink;
  write_npz(sink, {&array, 1});
  EXPECT_EQ(values_of(open_bytes(sink.bytes())), many);
}

TEST(write_npz, compressed_half_floats_are_rounded_and_whole) {
  std::vector<double> many(200001);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i % 2048) / 2048;
  const std::vector<NamedArray> arrays = {
      {.name = "a",
       .shape = {many.size()},
       .numbers = many,
       .half_precision = true,
       .compressed = true},
      {.name = "b", .shape = {6}, .numbers = numbers, .half_precision = true},
      {.name = "c", .shape = {3}, .texts = texts, .compressed = true}};
  StringSink sink;
  write_npz(sink, arrays);
  EXPECT_LT(sink.bytes().size(), many.size());
  const StoredArray packed = open_bytes(sink.bytes(), "a");
  EXPECT_EQ(packed.dtype, DType::f16);
  EXPECT_EQ(values_of(packed), many);
  EXPECT_THAT(values_of(open_bytes(sink.bytes(), "b")),
              ElementsAre(0.0999755859375, 0.199951171875, 0.300048828125, 0.39990234375, 0.5,
                          0.60009765625));
  const TemporaryFolder folder;
  EXPECT_EQ(read_entries(folder.file("a.npz", sink.bytes()), {"c"}).texts, texts);
}

TEST(write_npz, equal_arrays_make_equal_files) {
  EXPECT_EQ(npz_bytes(), npz_bytes());
}

const std::vector<std::string> two_texts = {"cat", "dog"};

/// Six doubles and three labels, some rows at a time, and texts.
void write_by_rows(Sink& sink) {
  NpzRows archive(sink);
  const std::size_t pair_rows = archive.add_rows("pairs", 3, {2}, NpzRows::Items::doubles);
  archive.add({.name = "texts", .shape = {2}, .texts = two_texts});
  const std::size_t label_rows = archive.add_rows("labels", 3, {}, NpzRows::Items::labels);
  archive.append(pair_rows, std::span(numbers).first(2));
  archive.append(label_rows, std::span(great_labels).first(1));
  archive.append(label_rows, std::span(great_labels).subspan(1));
  archive.append(pair_rows, std::span(numbers).subspan(2));
  archive.finish();
  sink.finish();
}

TEST(npz_rows, have_the_bytes_of_whole_arrays_in_a_file_and_elsewhere) {
  StringSink whole, pipe;
  const NamedArray expected[] = {{.name = "pairs", .shape = {3, 2}, .numbers = numbers},
                                 {.name = "texts", .shape = {2}, .texts = two_texts},
                                 {.name = "labels", .shape = {3}, .labels = great_labels}};
  write_npz(whole, expected);
  write_by_rows(pipe);
  EXPECT_EQ(pipe.bytes(), whole.bytes());
  const TemporaryFolder folder;
  write_by_rows(*open_atomic_file(folder.path("rows.npz")));
  EXPECT_EQ(file_bytes(folder.path("rows.npz")), whole.bytes());
}

TEST(npz_rows, that_lack_make_no_file) {
  const TemporaryFolder folder;
  const auto sink = open_atomic_file(folder.path("rows.npz"));
  NpzRows archive(*sink);
  archive.append(archive.add_rows("a", 3, {}, NpzRows::Items::doubles),
                 std::span(numbers).first(2));
  EXPECT_THROW(archive.finish(), Error);
}

TEST(write_npz, is_what_numpy_reads) {
  if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TemporaryFolder folder;
  EXPECT_TRUE(python(R"(
import numpy, sys, zipfile
assert zipfile.ZipFile(sys.argv[1]).testzip() is None
a = numpy.load(sys.argv[1])
assert a.files == ["double", "single", "labels", "n\u00e4me"], a.files
assert a["double"].dtype == "f8" and (a["double"] == [[.1, .2, .3], [.4, .5, .6]]).all()
assert a["single"].dtype == "f4" and a["single"].shape == (3, 1, 2)
assert (a["single"].ravel() == numpy.float32([.1, .2, .3, .4, .5, .6])).all()
assert a["labels"].dtype == "u4" and list(a["labels"]) == [3, 0, 4294967295]
assert list(a["n\u00e4me"]) == ["cat", "K\u00e4se \U0001f408", ""]
)",
                     folder.file("a.npz", npz_bytes())));
}

TEST(write_npz, empty_arrays_and_archives_are_what_numpy_reads) {
  if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TemporaryFolder folder;
  const NamedArray array{.name = "a", .shape = {0, 3}};
  StringSink sink, none;
  write_npz(sink, {&array, 1});
  write_npz(none, {});
  EXPECT_TRUE(python("import numpy, sys\nassert numpy.load(sys.argv[1])[\"a\"].shape == (0, 3)",
                     folder.file("a.npz", sink.bytes())));
  EXPECT_TRUE(python("import zipfile, sys\nassert zipfile.ZipFile(sys.argv[1]).namelist() == []",
                     folder.file("b.npz", none.bytes())));
}

TEST(open_array, reads_what_numpy_writes) {
  if (!has_numpy()) GTEST_SKIP() << "/usr/bin/python3 has no numpy";
  const TemporaryFolder folder;
  ASSERT_TRUE(python(R"(
import numpy, sys
a = numpy.arange(24).reshape(2, 3, 4) / 32
for t in ["f2", "f4", "f8", ">f2", ">f4", ">f8"]:
    numpy.save(sys.argv[1] + t + ".npy", a.astype(t))
    numpy.save(sys.argv[1] + t + "_fortran.npy", numpy.asfortranarray(a.astype(t)))
numpy.savez(sys.argv[1] + "stored.npz", a)
numpy.savez_compressed(sys.argv[1] + "deflated.npz", a)
numpy.savetxt(sys.argv[1] + "text.csv", a.reshape(6, 4), delimiter=",")
)",
                     folder.path("")));
  std::vector<double> expected(24);
  for (std::size_t i = 0; i < 24; ++i) expected[i] = static_cast<double>(i) / 32;
  for (const std::string& name : folder.list()) {
    EXPECT_EQ(values_of(open_array(folder.path(name))), expected) << name;
  }
  EXPECT_EQ(folder.list().size(), 15U);
}

TEST(write_npy, a_shape_that_does_not_fit_is_a_bug) {
  StringSink sink;
  EXPECT_THAT(error_of(ErrorKind::internal,
                       [&] {
                         write_npy(sink, {.name = "a", .shape = {2, 2}, .numbers = numbers});
                         return 0;
                       }),
              HasSubstr("array a: 6 elements for shape 2x2"));
}

TEST(write_npy, text_that_is_not_utf8_is_refused) {
  const std::vector<std::string> bad = {"K\xE4se"};
  StringSink sink;
  EXPECT_THAT(data_error_of([&] {
                write_npy(sink, {.name = "names", .shape = {1}, .texts = bad});
                return 0;
              }),
              HasSubstr("names: \"K\\xe4se\" is not UTF-8 text"));
}

}  // namespace
}  // namespace qualm::io
