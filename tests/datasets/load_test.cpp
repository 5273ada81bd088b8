// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "datasets/support/made_pictures.h"
#include "io/support/made_files.h"
#include "qualm/datasets.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using io::gzipped;
using io::npy;
using io::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

Dataset load(const std::string& source, const std::string& split = "test", std::size_t limit = 0) {
  return load_dataset({.source = source, .split = split, .limit = limit});
}

void expect_refused(const std::string& source, const std::vector<std::string>& words,
                    ErrorKind kind = ErrorKind::data, const std::string& split = "test") {
  expect_error(kind, words, [&] { static_cast<void>(load(source, split)); });
}

const std::string three_pictures = idx_file({3, 28, 28});
const std::string three_labels = idx_file({3}, {7, 0, 9});

TEST(datasets, idx_pictures_come_with_the_labels_beside_them_plain_or_gzipped) {
  const TemporaryFolder folder;
  for (const bool packed : {false, true}) {
    const std::string images =
        folder.file("some-images-idx3-ubyte", packed ? gzipped(three_pictures) : three_pictures);
    static_cast<void>(
        folder.file("some-labels-idx1-ubyte", packed ? gzipped(three_labels) : three_labels));
    const Dataset dataset = load("mnist=" + images);
    EXPECT_THAT(dataset.shape, ElementsAre(3, 28, 28, 1));
    EXPECT_THAT(dataset.labels, ElementsAre(7, 0, 9));
    ASSERT_EQ(dataset.pixels.size(), 3U * 784);
    for (std::size_t i = 0; i < dataset.pixels.size(); ++i) {
      ASSERT_EQ(dataset.pixels[i], i % 256);
    }
    EXPECT_EQ(dataset.n_classes(), 10U);
    EXPECT_EQ(dataset.name, "mnist");
    EXPECT_THAT(dataset.notes, ElementsAre("MNIST test is partial: 3 of 10000 images"));
    EXPECT_EQ(dataset.files.size(), 2U);
  }
}

TEST(datasets, a_limit_takes_the_first_ones_and_is_not_called_partial) {
  const TemporaryFolder folder;
  const std::string images = folder.file("a-images-idx3-ubyte", three_pictures);
  static_cast<void>(folder.file("a-labels-idx1-ubyte", three_labels));
  const Dataset dataset = load("mnist=" + images, "train", 2);
  EXPECT_THAT(dataset.shape, ElementsAre(2, 28, 28, 1));
  EXPECT_THAT(dataset.labels, ElementsAre(7, 0));
  EXPECT_TRUE(dataset.notes.empty());
}

TEST(datasets, letters_stand_upright_and_count_from_0) {
  const TemporaryFolder folder;
  const std::string images = folder.file("a-images-idx3-ubyte", idx_file({1, 28, 28}));
  const std::string labels = folder.file("a-labels-idx1-ubyte", idx_file({1}, {26}));
  const Dataset dataset = load("emnist-letters=" + images);
  EXPECT_EQ(dataset.class_names.at(dataset.labels.at(0)), "Z");
  EXPECT_EQ(dataset.pixels[1], 28);  // one to the right is one down in the file
  EXPECT_EQ(dataset.pixels[28], 1);
  static_cast<void>(folder.file("a-labels-idx1-ubyte", idx_file({1}, {0})));
  expect_refused("emnist-letters=" + images, {"row 0 has the label 0", "1 ... 26"});
}

TEST(datasets, idx_files_that_are_wrong_are_refused) {
  const TemporaryFolder folder;
  const std::string images = folder.file("a-images-idx3-ubyte", three_labels);
  const std::string labels = folder.file("a-labels-idx1-ubyte", three_pictures);
  expect_refused("mnist=" + images, {"look like labels", "swapped"});
  static_cast<void>(folder.file("a-images-idx3-ubyte", three_pictures));
  expect_refused("mnist=" + images, {"a-labels", "look like images", "swapped"});
  static_cast<void>(folder.file("a-labels-idx1-ubyte", idx_file({4}, {1, 2, 3, 4})));
  expect_refused("mnist=" + images, {"4 labels for the 3 instances"});
  static_cast<void>(folder.file("a-labels-idx1-ubyte", idx_file({3}, {1, 2, 10})));
  expect_refused("mnist=" + images, {"row 2 has the label 10", "0 ... 9"});
  static_cast<void>(folder.file("a-labels-idx1-ubyte", three_labels.substr(0, 9)));
  expect_refused("mnist=" + images, {"truncated"});
  static_cast<void>(folder.file("a-images-idx3-ubyte", three_pictures + "x"));
  expect_refused("mnist=" + images, {"1 more follow"});
  static_cast<void>(folder.file("a-images-idx3-ubyte", idx_file({3, 32, 32})));
  static_cast<void>(folder.file("a-labels-idx1-ubyte", three_labels));
  expect_refused("mnist=" + images, {"3x32x32x1", "28x28x1", "another data set"});
  static_cast<void>(folder.file("a-images-idx3-ubyte", idx_file({10'001, 28, 28})));
  static_cast<void>(
      folder.file("a-labels-idx1-ubyte", idx_file({10'001}, std::vector<std::uint8_t>(10'001))));
  expect_refused("mnist=" + images, {"10001 images", "test has 10000"});
}

TEST(datasets, cifar_batches_are_read_in_order_and_the_missing_are_named) {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("data_batch_1.bin", cifar_file({3, 1})));
  static_cast<void>(folder.file("data_batch_3.bin", cifar_file({9})));
  const Dataset dataset = load("cifar-10=" + folder.path(""), "train");
  EXPECT_THAT(dataset.shape, ElementsAre(3, 32, 32, 3));
  EXPECT_THAT(dataset.labels, ElementsAre(3, 1, 9));
  // Pixel (0, 1) of the second picture: red, green and blue are planes in the file.
  EXPECT_EQ(dataset.pixels[3072 + 3], (1 + 1) % 251);
  EXPECT_EQ(dataset.pixels[3072 + 4], (1 + 1 + 1024) % 251);
  EXPECT_EQ(dataset.pixels[3072 + 5], (1 + 1 + 2048) % 251);
  ASSERT_EQ(dataset.notes.size(), 2U);
  EXPECT_THAT(dataset.notes[0], HasSubstr("3 of 50000"));
  EXPECT_THAT(dataset.notes[1],
              HasSubstr("data_batch_2.bin, data_batch_4.bin, data_batch_5.bin missing"));
  EXPECT_THAT(load("cifar-10=" + folder.path(""), "train", 1).labels, ElementsAre(3));
  const Dataset svhn = load("svhn=" + folder.path("data_batch_3.bin"), "train");
  EXPECT_EQ(svhn.class_names.at(svhn.labels.at(0)), "9");
  static_cast<void>(folder.file("data_batch_3.bin", cifar_file({9}).substr(1)));
  expect_refused("cifar-10=" + folder.path(""), {"data_batch_3.bin", "3072 bytes", "truncated"},
                 ErrorKind::data, "train");
}

TEST(datasets, matlab_pictures_have_their_axes_turned_and_10_is_the_digit_0) {
  const TemporaryFolder folder;
  for (const bool packed : {false, true}) {
    const std::string path = folder.path("train_32x32.mat");
    write_matlab_file(path, {10, 3}, packed);
    const Dataset dataset = load("svhn=" + path, "train");
    EXPECT_THAT(dataset.shape, ElementsAre(2, 32, 32, 3));
    EXPECT_THAT(dataset.labels, ElementsAre(0, 3));
    EXPECT_EQ(dataset.pixels[3], 32);             // one to the right
    EXPECT_EQ(dataset.pixels[3 * 32], 1);         // one down
    EXPECT_EQ(dataset.pixels[1], 1024 % 251);     // green
    EXPECT_EQ(dataset.pixels[3072], 3072 % 251);  // the next picture
    EXPECT_THAT(load("svhn=" + path, "train", 1).labels, ElementsAre(0));
  }
}

TEST(datasets, damaged_matlab_files_are_refused) {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.mat");
  for (const bool packed : {false, true}) {
    write_matlab_file(path, {1, 11}, packed);
    expect_refused("svhn=" + path, {"y has 11 at row 1"});
    write_matlab_file(path, {1, 2}, packed, "Z");
    expect_refused("svhn=" + path, {"no variable X"});
    write_matlab_file(path, {1, 2}, packed);
    const std::string bytes = io::file_bytes(path);
    for (const std::size_t length :
         {bytes.size() - 1, bytes.size() / 2, std::size_t{130}, std::size_t{40}}) {
      static_cast<void>(folder.file("a.mat", bytes.substr(0, length)));
      expect_refused("svhn=" + path, {"truncated"});
    }
    std::string wrong_order = bytes;
    std::swap(wrong_order[126], wrong_order[127]);
    static_cast<void>(folder.file("a.mat", wrong_order));
    expect_refused("svhn=" + path, {"damaged"});
  }
}

TEST(datasets, no_byte_of_a_matlab_file_can_do_harm) {
  const TemporaryFolder folder;
  const std::string path = folder.path("a.mat");
  for (const bool packed : {false, true}) {
    write_matlab_file(path, {1, 2}, packed);
    const std::string bytes = io::file_bytes(path);
    // Every byte of the headers, then some of the rest.
    for (std::size_t place = 0; place < bytes.size(); place += place < 256 ? 1 : 197) {
      for (const char flip : {'\x01', '\xff'}) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(damaged[place] ^ flip);
        static_cast<void>(folder.file("a.mat", damaged));
        try {
          EXPECT_LE(load("svhn=" + path, "train").n_instances(), 2U);
        } catch (const Error& error) {
          EXPECT_NE(error.kind(), ErrorKind::internal) << error.what();
        }
      }
    }
  }
}

TEST(datasets, an_npz_of_images_and_labels_is_read) {
  const TemporaryFolder folder;
  const std::string images = npy("|u1", "(2, 32, 32, 3)", cifar_file({0, 0}).substr(0, 6144));
  const std::string labels = npy("<i8", "(2,)", io::raw<std::int64_t>({4, 9}));
  const std::string path =
      folder.file("cifar102_test.npz", io::zip({{.name = "images.npy", .data = images},
                                                {.name = "labels.npy", .data = labels},
                                                {.name = "keywords.npy", .data = labels}}));
  const Dataset dataset = load("cifar-10.2=" + path);
  EXPECT_THAT(dataset.shape, ElementsAre(2, 32, 32, 3));
  EXPECT_THAT(dataset.labels, ElementsAre(4, 9));
  EXPECT_EQ(dataset.class_names.at(9), "truck");
  EXPECT_THAT(load("cifar-10.2=" + folder.path("")).labels, ElementsAre(4, 9));
}

}  // namespace
}  // namespace qualm
