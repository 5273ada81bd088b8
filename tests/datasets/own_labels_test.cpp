// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "io/support/made_files.h"
#include "qualm/datasets.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using io::npy;
using io::raw;
using io::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct OwnLabels : ::testing::Test {
  TemporaryFolder folder;
  std::string features = folder.file("x.npy", npy("<f4", "(3, 1)", raw<float>({1, 2, 3})));

  [[nodiscard]] Dataset load(const std::string& name, const std::string& bytes) const {
    return load_dataset({.source = features, .labels = folder.file(name, bytes)});
  }
};

TEST_F(OwnLabels, names_are_classes_in_their_order) {
  const Dataset dataset = load("y.txt", "owl\ncat\nowl\n");
  EXPECT_THAT(dataset.labels, ElementsAre(1, 0, 1));
  EXPECT_THAT(dataset.class_names, ElementsAre("cat", "owl"));
  EXPECT_THAT(dataset.notes, ElementsAre(HasSubstr("the classes are in the order of their names")));
}

TEST_F(OwnLabels, a_column_of_a_table_is_found) {
  const Dataset dataset = load("y.csv", "a,label\n7,2\n8,0\n9,1\n");
  EXPECT_THAT(dataset.labels, ElementsAre(2, 0, 1));
  EXPECT_THAT(load("z.csv", "a,label\n7,owl\n8,cat\n9,cat\n").labels, ElementsAre(1, 0, 0));
}

TEST_F(OwnLabels, that_count_from_one_are_noted) {
  const std::string from_one = npy("<i8", "(3,)", raw<std::int64_t>({1, 2, 3}));
  EXPECT_THAT(load("y.npy", from_one).notes, ElementsAre(HasSubstr("x: no label is 0")));
}

TEST_F(OwnLabels, class_names_of_an_npz_are_those_of_its_labels) {
  const auto npz = [&](const std::string& labels) {
    return folder.file(
        "d.npz", io::zip({{.name = "x.npy", .data = npy("<f4", "(2, 1)", raw<float>({1, 2}))},
                          {.name = "y.npy", .data = npy("<i8", "(2,)", labels)},
                          {.name = "class_names.npy",
                           .data = npy("<U3", "(2,)",
                                       raw<std::uint32_t>({'o', 'w', 'l', 'c', 'a', 't'}))}}));
  };
  const Dataset dataset = load_dataset({.source = npz(raw<std::int64_t>({1, 0}))});
  EXPECT_THAT(dataset.class_names, ElementsAre("owl", "cat"));
  EXPECT_THAT(dataset.labels, ElementsAre(1, 0));
  const std::string path = npz(raw<std::int64_t>({1, 2}));
  expect_error(ErrorKind::data, {"the label 2 is too large for 2 class names"},
               [&] { static_cast<void>(load_dataset({.source = path})); });
}

TEST_F(OwnLabels, truth_and_falsehood_are_not_divided_by_255) {
  const std::string pictures =
      folder.file("b.npy", npy("|b1", "(1, 1, 2)", std::string("\1\0", 2)));
  EXPECT_THAT(load_dataset({.source = pictures}).pixels, ElementsAre(255, 0));
}

}  // namespace
}  // namespace qualm
