// SPDX-License-Identifier: Apache-2.0
#include "io/support/made_files.h"
#include "qualm/datasets.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using io::npy;
using io::raw;
using io::TemporaryFolder;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string two_labels = npy("<i8", "(2,)", raw<std::int64_t>({2, 0}));

Dataset load(const TemporaryFolder& folder, const std::string& bytes,
             const std::string& labels = "") {
  return load_dataset({.source = folder.file("mine.npy", bytes),
                       .labels = labels.empty() ? "" : folder.file("labels.npy", labels)});
}

TEST(own_arrays, features_become_float32_with_as_many_classes_as_labels_say) {
  const TemporaryFolder folder;
  const Dataset dataset =
      load(folder, npy(">f8", "(2, 3)", raw<double>({0, 0, 0, 0, 0, 0})), two_labels);
  EXPECT_THAT(dataset.shape, ElementsAre(2, 3));
  EXPECT_FALSE(dataset.is_pictures());
  EXPECT_THAT(dataset.labels, ElementsAre(2, 0));
  EXPECT_THAT(dataset.class_names, ElementsAre("0", "1", "2"));
  EXPECT_EQ(dataset.name, "mine");
  EXPECT_THAT(load(folder, npy("<f4", "(2, 2)", raw<float>({1, 2, 3, 4}), true)).features,
              ElementsAre(1, 3, 2, 4));
}

TEST(own_arrays, devices_and_pipes_are_refused) {
  expect_error(ErrorKind::system, {"/dev/zero", "is not a file"},
               [] { static_cast<void>(load_dataset({.source = "/dev/zero"})); });
}

TEST(own_arrays, labels_may_be_absent_or_in_a_column) {
  const TemporaryFolder folder;
  const std::string features = npy("<f4", "(2, 1)", raw<float>({1, 2}));
  EXPECT_THAT(load(folder, features).labels, IsEmpty());
  EXPECT_THAT(load(folder, features, npy("|u1", "(2, 1)", raw<std::uint8_t>({1, 0}))).labels,
              ElementsAre(1, 0));
}

TEST(own_arrays, pictures_of_any_layout_and_type_are_the_same) {
  const TemporaryFolder folder;
  EXPECT_THAT(load(folder, npy("|u1", "(1, 1, 2, 3)", "\1\2\3\4\5\6")).pixels,
              ElementsAre(1, 2, 3, 4, 5, 6));
  const Dataset first = load(folder, npy("|u1", "(1, 3, 1, 2)", "\1\4\2\5\3\6"));
  EXPECT_THAT(first.shape, ElementsAre(1, 1, 2, 3));
  EXPECT_THAT(first.pixels, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(load(folder, npy("<i4", "(1, 1, 2)", raw<std::int32_t>({0, 255}))).pixels,
              ElementsAre(0, 255));
  const Dataset unit = load(folder, npy("<f4", "(1, 1, 3)", raw<float>({0, 0.5F, 1})));
  EXPECT_THAT(unit.pixels, ElementsAre(0, 128, 255));
  EXPECT_EQ(unit.notes.size(), 1U);
  const auto load_as = [&](FloatPixels float_pixels, std::initializer_list<float> pixels) {
    return load_dataset(
        {.source = folder.file("floats.npy", npy("<f4", "(1, 1, 3)", raw<float>(pixels))),
         .float_pixels = float_pixels});
  };
  EXPECT_THAT(load_as(FloatPixels::scaled, {0, 0.3F, 1}).features, ElementsAre(0, 76.5F, 255));
  EXPECT_THAT(load_as(FloatPixels::scaled, {0, 128, 255}).pixels, ElementsAre(0, 128, 255));
  EXPECT_THAT(load_as(FloatPixels::kept, {-1.5F, 0.3F, 300}).features,
              ElementsAre(-1.5F, 0.3F, 300));
  const Dataset bytes = load(folder, npy("<f4", "(1, 1, 3)", raw<float>({0, 128, 255})));
  EXPECT_THAT(bytes.pixels, ElementsAre(0, 128, 255));
  EXPECT_THAT(bytes.notes, IsEmpty());
}

TEST(own_arrays, an_npz_may_hold_both_splits) {
  const TemporaryFolder folder;
  const std::string path = folder.file(
      "all.npz", io::zip({{.name = "x_train.npy", .data = npy("<f4", "(1, 1)", raw<float>({1}))},
                          {.name = "y_train.npy", .data = npy("|u1", "(1,)", "\1")},
                          {.name = "x_test.npy", .data = npy("<f4", "(1, 1)", raw<float>({2}))},
                          {.name = "y_test.npy", .data = npy("|u1", "(1,)", "\3")}}));
  const auto load_split = [&](const std::string& split) {
    return load_dataset({.source = path, .split = split});
  };
  EXPECT_THAT(load_split("train").features, ElementsAre(1));
  EXPECT_THAT(load_split("train").labels, ElementsAre(1));
  EXPECT_THAT(load_split("test").features, ElementsAre(2));
  EXPECT_THAT(load_split("test").labels, ElementsAre(3));
  EXPECT_THAT(load_dataset({.source = path, .key = "x_test", .labels_key = "y_train"}).labels,
              ElementsAre(1));
}

TEST(own_arrays, what_does_not_fit_is_refused) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& bytes, const std::string& labels,
                           const std::vector<std::string>& words) {
    expect_error(ErrorKind::data, words, [&] { static_cast<void>(load(folder, bytes, labels)); });
  };
  const std::string features = npy("<f4", "(2, 1)", raw<float>({1, 2}));
  refused(two_labels, "", {"look like labels"});
  refused(npy("|u1", "(1, 2, 2, 2)", std::string(8, '\0')), "", {"not a shape of images"});
  refused(npy("<f4", "(1, 1, 2)", raw<float>({0, 300})), "", {"image 0 has a pixel 300"});
  refused(npy("<f4", "(1, 1, 2)", raw<float>({0, 1.5F})), "", {"not whole numbers"});
  refused(npy("<f8", "(1, 2)", raw<double>({0, 1e300})), "", {"row 0", "not a finite float32"});
  refused(features, npy("<f4", "(2,)", raw<float>({0, 0.5F})), {"row 1 has the label 0.5"});
  refused(features, npy("<i8", "(2,)", raw<std::int64_t>({-1, 0})), {"row 0 has the label -1"});
  refused(features, npy("<i8", "(2,)", raw<std::int64_t>({4'000'000'000, 0})), {"4000000000"});
  refused(features, npy("<f4", "(2, 2)", raw<float>({1, 0, 0, 1})), {"argmax"});
  refused(features, npy("|u1", "(3,)", raw<std::uint8_t>({0, 1, 2})),
          {"3 labels for the 2 instances"});
}

TEST(own_arrays, a_source_that_is_nothing_is_told) {
  const auto source = [](const std::string& text) {
    return [text] { static_cast<void>(load_dataset({.source = text})); };
  };
  expect_error(ErrorKind::system, {"no/such.npy", "no such file"}, source("no/such.npy"));
  expect_error(ErrorKind::usage, {"did you mean kmnist?"}, source("kmnits"));
  expect_error(ErrorKind::usage, {"did you mean mnist?"}, source("mnits=/tmp"));
  expect_error(ErrorKind::usage, {"/tmp is a folder", "mnist=/tmp"}, source("/tmp"));
  expect_error(ErrorKind::system,
               {"svhn test was not found in /nowhere/svhn", "qualm data get svhn"},
               [] { static_cast<void>(load_dataset({.source = "svhn", .data_dir = "/nowhere"})); });
}

}  // namespace
}  // namespace qualm
