// SPDX-License-Identifier: Apache-2.0
#pragma GCC diagnostic ignored "-Wold-style-cast"  // its macros are C
#include <hdf5.h>

#include <random>

#include "io/support/expect_error.h"
#include "io/support/made_files.h"

namespace qualm::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A file that is written with libhdf5.
class MadeHdf5 {
 public:
  MadeHdf5() : file_(H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}

  void group(const char* name) {
    H5Gclose(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  /// `chunk` empty: contiguous, else chunks of that shape, compressed by the filter.
  template <class T>
  void dataset(const char* name, hid_t stored_as, hid_t type, std::vector<hsize_t> shape,
               const std::vector<T>& values, const std::vector<hsize_t>& chunk = {},
               H5Z_filter_t filter = H5Z_FILTER_DEFLATE) {
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (!chunk.empty()) {
      H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
      H5Pset_shuffle(creation);
      const unsigned level = 6;
      H5Pset_filter(creation, filter, H5Z_FLAG_MANDATORY, 1, &level);
    }
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file_, name, stored_as, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (!values.empty()) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(creation);
  }
  void link_to_other_file(const char* name) {
    H5Lcreate_external("/etc/passwd", "/x", file_, name, H5P_DEFAULT, H5P_DEFAULT);
  }
  [[nodiscard]] std::string path() const { return folder_.path("made.h5"); }
  /// Writes it to the end.
  [[nodiscard]] std::string close() {
    H5Fclose(file_);
    return path();
  }

 private:
  TemporaryFolder folder_;
  hid_t file_;
};

TEST(hdf5, a_contiguous_dataset_is_read_in_place_by_its_path) {
  MadeHdf5 made;
  made.group("test");
  made.dataset<float>("test/probs", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 2}, {1, 2, 3, 4});
  made.dataset<double>("labels", H5T_IEEE_F64BE, H5T_NATIVE_DOUBLE, {2}, {0, 1});
  made.link_to_other_file("elsewhere");
  const std::string path = made.close();
  EXPECT_THAT(array_names(path), ElementsAre("labels", "test/probs"));
  const StoredArray array = open_array(path, {"test/probs"});
  EXPECT_TRUE(array.in_place);
  EXPECT_EQ(array.label, path + "[test/probs]");
  EXPECT_THAT(array.shape, ElementsAre(2, 2));
  EXPECT_THAT(values_of(array), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(read_entries(path, {"labels"}).numbers, ElementsAre(0, 1));
  EXPECT_THAT(data_error_of([&] { return open_array(path); }), HasSubstr("holds 2 arrays"));
  EXPECT_THAT(data_error_of([&] { return open_array(path, {"elsewhere"}); }),
              HasSubstr("has no array"));
  EXPECT_THAT(refused(gzipped(file_bytes(path)), "test/probs"), HasSubstr("save it as a file"));
}

TEST(hdf5, compressed_chunks_are_unpacked_in_order) {
  std::vector<std::int32_t> values(7 * 300 * 5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i);
  MadeHdf5 made;
  made.dataset("p", H5T_STD_I32BE, H5T_NATIVE_INT32, {7, 300, 5}, values, {3, 64, 2});
  const StoredArray array = open_array(made.close());
  EXPECT_FALSE(array.in_place);
  EXPECT_THAT(array.shape, ElementsAre(7, 300, 5));
  EXPECT_EQ(values_of(array), std::vector<double>(values.begin(), values.end()));
}

TEST(hdf5, a_filter_that_is_missing_is_named) {
  constexpr H5Z_filter_t of_nobody = 300;  // those below 256 are the library's
  H5Z_class2_t filter{H5Z_CLASS_T_VERS, of_nobody, 1, 1, "own", nullptr, nullptr, nullptr};
  filter.filter = [](unsigned, std::size_t, const unsigned*, std::size_t n_bytes, std::size_t*,
                     void**) { return n_bytes; };
  H5Zregister(&filter);
  MadeHdf5 made;
  made.dataset<float>("p", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {4}, {1, 2, 3, 4}, {4}, of_nobody);
  const std::string path = made.close();
  H5Zunregister(of_nobody);
  EXPECT_THAT(data_error_of([&] { return open_array(path); }),
              HasSubstr("[p]: is stored with the filter \"own\" (number 300), which this libhdf5 "
                        "does not have; save it without compression"));
}

TEST(hdf5, class_names_beside_the_numbers_or_in_the_root_are_read) {
  MadeHdf5 made;
  const hid_t variable = H5Tcopy(H5T_C_S1), fixed = H5Tcopy(H5T_C_S1);
  H5Tset_size(variable, H5T_VARIABLE);
  H5Tset_cset(variable, H5T_CSET_UTF8);
  H5Tset_size(fixed, 3);
  made.group("g");
  for (const char* name : {"p", "g/p"}) {
    made.dataset<float>(name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {1, 2}, {0, 1});
  }
  made.dataset<const char*>("class_names", variable, variable, {2}, {"größer", ""});
  const auto names = [path = made.close()](const char* key) {
    return open_array(path, {key}).class_names;
  };
  EXPECT_THAT(names("p"), ElementsAre("größer", ""));
  EXPECT_THAT(names("g/p"), ElementsAre("größer", ""));

  MadeHdf5 padded;
  padded.dataset<float>("p", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {1, 2}, {0, 1});
  padded.dataset<char>("class_names", fixed, fixed, {2}, {'c', 'a', 't', 'o', 0, 0});
  const std::string path = padded.close();
  EXPECT_THAT(open_array(path, {"p"}).class_names, ElementsAre("cat", "o"));
  EXPECT_THAT(read_entries(path, {"p"}).class_names, ElementsAre("cat", "o"));

  MadeHdf5 numbers;
  numbers.dataset<float>("p", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {1, 2}, {0, 1});
  numbers.dataset<float>("class_names", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2}, {0, 1});
  EXPECT_THAT(data_error_of([&] { return open_array(numbers.close(), {"p"}); }),
              HasSubstr("[class_names]: holds no texts"));
}

TEST(hdf5, what_is_no_array_of_numbers_is_refused) {
  MadeHdf5 texts;
  const hid_t text = H5Tcopy(H5T_C_S1);
  texts.dataset<char>("t", text, text, {2}, {'a', 'b'});
  EXPECT_THAT(data_error_of([&] { return open_array(texts.close()); }),
              HasSubstr("holds no numbers"));
  MadeHdf5 empty;
  EXPECT_THAT(data_error_of([&] { return open_array(empty.close()); }),
              HasSubstr("holds no dataset"));
  MadeHdf5 bomb;  // nothing of it is stored
  bomb.dataset<float>("b", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {1'000'000'000'000}, {}, {1 << 20});
  EXPECT_THAT(data_error_of([&] { return open_array(bomb.close()); }),
              HasSubstr("refused as a bomb"));
}

TEST(hdf5, damaged_files_are_survived) {
  MadeHdf5 made;
  made.group("g");
  made.dataset<float>("g/a", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 2}, {1, 2, 3, 4});
  made.dataset<float>("b", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {4, 2}, std::vector<float>(8), {2, 2});
  const std::string valid = file_bytes(made.close());
  std::mt19937 random(7);
  int n_opened = 0;
  TemporaryFolder folder;
  for (int round = 0; round < 60; ++round) {
    std::string bytes = valid;
    for (int edits = 0; edits < 3; ++edits) {
      bytes[8 + random() % (bytes.size() - 8)] = static_cast<char>(random());
    }
    if (round % 5 == 0) bytes.resize(9 + random() % (bytes.size() - 9));
    try {
      const std::string path = folder.file("damaged.h5", bytes);
      static_cast<void>(values_of(open_array(path, {round % 2 == 0 ? "b" : "g/a"})));
      ++n_opened;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(n_opened, 10);
}

}  // namespace
}  // namespace qualm::io
