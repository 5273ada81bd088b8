// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/entries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace {

using qualm::ErrorKind;
using testing::ElementsAre;
using Names = std::vector<std::string>;

const Names animals{"cat", "dog", "owl"};

qualm::io::Entries texts(Names entries) {
  return {"labels", {}, std::move(entries)};
}

std::vector<std::uint32_t> labels(const qualm::io::Entries& entries, const Names& names) {
  return qualm::labels_of(entries, names, entries.size());
}

TEST(entries, labels_are_names_of_classes_or_their_numbers) {
  EXPECT_THAT(labels(texts({"owl", "cat", "owl"}), animals), ElementsAre(2, 0, 2));
  EXPECT_THAT(labels(texts({"2", "0", "2"}), animals), ElementsAre(2, 0, 2));
  EXPECT_THAT(labels({"labels", {2, 0, 2}, {}}, animals), ElementsAre(2, 0, 2));
}

TEST(entries, a_label_that_is_no_class_is_answered_with_the_nearest) {
  expect_error(ErrorKind::data, {"labels: row 1: there is no class \"dgo\"; did you mean \"dog\"?"},
               [] {
                 (void)labels(texts({"cat", "dgo"}), animals);
               });
  expect_error(ErrorKind::data, {"row 1: there is no class \"2\""}, [] {
    (void)labels(texts({"cat", "2"}), animals);
  });
}

TEST(entries, classes_called_by_other_numbers_are_meant_by_these) {
  const Names from_one{"1", "2", "3"};
  EXPECT_THAT(labels({"labels", {1, 3, 2}, {}}, from_one), ElementsAre(0, 2, 1));
  EXPECT_THAT(labels(texts({"1", "3"}), from_one), ElementsAre(0, 2));
  expect_error(ErrorKind::data, {"there is no class \"0\""}, [&] {
    (void)labels({"labels", {0, 1}, {}}, from_one);
  });
  EXPECT_THAT(labels({"labels", {1, 0}, {}}, {"0", "1"}), ElementsAre(1, 0));
}

TEST(entries, labels_from_one_on_are_recognised) {
  expect_error(ErrorKind::data, {"labels look 1-based: subtract 1"}, [] {
    (void)labels({"labels", {1, 3, 2}, {}}, animals);
  });
}

TEST(entries, ids_keep_their_letters_and_zeros) {
  EXPECT_THAT(qualm::ids_of(texts({"007", "a b"}), 2), ElementsAre("007", "a b"));
  EXPECT_THAT(qualm::ids_of({"ids", {7, 1.5}, {}}, 2), ElementsAre("7", "1.5"));
  expect_error(ErrorKind::data, {"labels: 2 entries for 3 rows"}, [] {
    (void)qualm::ids_of(texts({"a", "b"}), 3);
  });
}

TEST(entries, rows_go_by_number_or_by_id) {
  const std::vector<double> values(8, 0.5);
  qualm::PredictionFiles said;
  said.paths = {"p"};
  said.axes = "nk";
  const std::vector<qualm::ArrayView> views{qualm::contiguous_view(values, {4, 2})};
  const qualm::PredictionSet plain(views, said);
  EXPECT_THAT(qualm::rows_of(Names{"3", "0"}, plain), ElementsAre(3, 0));
  expect_error(ErrorKind::usage, {"rows=4", "0 to 3"},
               [&] { (void)qualm::rows_of(Names{"4"}, plain); });
  expect_error(ErrorKind::usage, {"rows names 1 twice"}, [&] {
    (void)qualm::rows_of(Names{"1", "1"}, plain);
  });
  said.ids = texts({"10", "11", "x", "x"});
  const qualm::PredictionSet named(views, said);
  EXPECT_THAT(qualm::rows_of(Names{"11"}, named), ElementsAre(1));
  expect_error(ErrorKind::usage, {"several rows have this ID"},
               [&] { (void)qualm::rows_of(Names{"x"}, named); });
  expect_error(ErrorKind::usage, {"no row has this ID"},
               [&] { (void)qualm::rows_of(Names{"0"}, named); });
}

}  // namespace
