// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/analysis.h"
#include "support/expect_error.h"

namespace {

using qualm::ErrorKind;
using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

// Two members in memory, of two rows that are surely cat and surely owl.
class LabelNumbers : public testing::Test {
 protected:
  qualm::PredictionSet set(std::vector<Names> array_names, Names wanted = {}) {
    qualm::PredictionFiles said;
    said.paths = {"first", "second"};
    said.axes = "nk";
    said.array_class_names = std::move(array_names);
    said.class_names = std::move(wanted);
    said.labels = qualm::io::Entries{"labels", {0, 2}, {}};
    return {{qualm::contiguous_view(first_, {2, 3}), qualm::contiguous_view(second_, {2, 3})},
            said};
  }

 private:
  std::vector<double> first_{1, 0, 0, 0, 0, 1}, second_ = first_;
};

const auto read_as_members = HasSubstr("first to second: read as 2 members of one ensemble");

TEST_F(LabelNumbers, count_the_classes_of_the_data_in_any_order_that_is_asked_for) {
  const Names names{"cat", "dog", "owl"};
  EXPECT_THAT(set({names, names}).labels(), ElementsAre(0, 2));
  EXPECT_THAT(set({names, names}).notes(), ElementsAre(read_as_members));
  const auto turned = set({names, names}, {"owl", "dog", "cat"});
  EXPECT_THAT(turned.labels(), ElementsAre(2, 0));
  EXPECT_THAT(turned.notes(),
              ElementsAre(read_as_members, HasSubstr("labels: numbers refer to the classes in the "
                                                     "order of first: 0 = cat, 1 = dog, 2 = owl")));
}

TEST_F(LabelNumbers, count_the_classes_of_the_first_array) {
  const Names names{"cat", "dog", "owl"}, turned{"owl", "cat", "dog"};
  EXPECT_THAT(set({turned, names}).labels(), ElementsAre(0, 2));
  EXPECT_THAT(set({names, turned}, turned).labels(), ElementsAre(1, 0));
  EXPECT_THAT(set({{}, turned}, names).labels(), ElementsAre(2, 1));
}

TEST_F(LabelNumbers, count_classes_that_only_the_user_names_in_the_users_order) {
  const auto named = set({}, {"owl", "dog", "cat"});
  EXPECT_THAT(named.labels(), ElementsAre(0, 2));
  EXPECT_THAT(named.notes(), ElementsAre(read_as_members));
}

TEST_F(LabelNumbers, refuse_what_is_left_out) {
  const Names names{"cat", "dog", "owl"};
  expect_error(ErrorKind::usage, {"labels: are numbers", "leaves out columns of first", "(dog)"},
               [&] {
                 (void)set({names, names}, {"owl", "cat"});
               });
  expect_error(ErrorKind::data, {"labels: row 1 is class 2, \"owl\", which class_names leaves"},
               [&] {
                 (void)qualm::labels_of({"labels", {0, 2}, {}}, Names{"dog", "cat"}, 2, names);
               });
}

}  // namespace
