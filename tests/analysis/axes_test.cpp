// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "qualm/analysis.h"
#include "support/ensembles.h"
#include "support/expect_error.h"

// Arrays in memory are read as files are.
namespace {

using ensembles::Shape;
using qualm::ErrorKind;
using Lengths = std::vector<std::size_t>;

// Probabilities with the classes last.
qualm::PredictionSet read(const std::vector<double>& values, const Lengths& shape,
                          qualm::PredictionFiles said = {}) {
  said.paths = {"p"};
  return qualm::PredictionSet({qualm::contiguous_view(values, shape)}, said);
}

std::vector<double> random(std::size_t a, std::size_t b, std::size_t k) {
  return ensembles::random_probabilities<double>(Shape{a, b, k}, 0.5, 0.5, 1);
}

qualm::io::Entries zeros(std::size_t n) {
  return {"labels", std::vector<double>(n), {}};
}

TEST(axes, few_members_before_many_instances_are_seen_in_memory_too) {
  const auto values = random(5, 897, 10);
  const auto set = read(values, {5, 897, 10});
  EXPECT_EQ(set.axes(), "mnk");
  EXPECT_EQ(set.n_instances(), 897U);
  ASSERT_EQ(set.notes().size(), 1U);
  EXPECT_NE(
      qualm::spelled(set.notes()[0]).find("5 members x 897 instances x 10 classes (axes=mnk)"),
      std::string::npos)
      << set.notes()[0];
}

TEST(axes, two_likely_readings_are_both_named) {
  const auto values = random(5, 5, 3);
  expect_error(ErrorKind::usage,
               {"p: 5x5x3 can be 5 instances x 5 members x 3 classes (axes=nmk) or 5 members x 5 "
                "instances x 3 classes (axes=mnk): specify which"},
               [&] {
                 read(values, {5, 5, 3});
               });
  // Passes of dropout over a batch, or a few instances of more members: nobody can tell.
  for (const Lengths& shape :
       {Lengths{4, 3, 3}, {100, 32, 3}, {32, 100, 3}, {1, 50, 3}, {50, 1, 3}}) {
    const auto unclear = random(shape[0], shape[1], 3);
    expect_error(ErrorKind::usage, {"axes=nmk", "axes=mnk"}, [&] { read(unclear, shape); });
  }
}

TEST(axes, labels_ids_and_weights_tell_what_lengths_do_not) {
  const auto values = random(4, 3, 3);
  qualm::PredictionFiles said;
  said.labels = zeros(3);
  EXPECT_EQ(read(values, {4, 3, 3}, said).axes(), "mnk");
  said.labels = zeros(4);
  EXPECT_EQ(read(values, {4, 3, 3}, said).axes(), "nmk");
  said.labels.reset();
  said.ids = zeros(3);
  EXPECT_EQ(read(values, {4, 3, 3}, said).axes(), "mnk");
  said.ids.reset();
  said.member_weights = {1, 1, 1, 1};
  EXPECT_EQ(read(values, {4, 3, 3}, said).axes(), "mnk");
  said.member_weights = {1, 1, 1};
  EXPECT_EQ(read(values, {4, 3, 3}, said).axes(), "nmk");
}

TEST(axes, labels_of_another_length_are_blamed_themselves) {
  const auto values = random(100, 4, 3);
  qualm::PredictionFiles said;
  said.labels = zeros(99);
  expect_error(ErrorKind::data, {"labels: 99 entries for 100 rows"}, [&] {
    read(values, {100, 4, 3}, said);
  });
}

TEST(axes, as_many_labels_as_members_say_that_the_axes_are_swapped) {
  const auto values = random(5, 100, 3);
  qualm::PredictionFiles said;
  said.axes = "nmk";
  said.labels = zeros(100);
  expect_error(ErrorKind::data,
               {"labels: 100 entries for 5 rows of 100 members; are rows and members swapped? "
                "Check axes"},
               [&] {
                 read(values, {5, 100, 3}, said);
               });
}

TEST(axes, names_of_another_number_are_blamed_themselves) {
  const auto values = random(3, 60, 2);
  qualm::PredictionFiles said;
  said.class_names = {"a", "b", "c"};
  expect_error(ErrorKind::usage, {"class_names has 3 names, but there are 2 classes"}, [&] {
    read(values, {3, 60, 2}, said);
  });
}

TEST(axes, every_member_has_a_say_in_which_axis_sums_to_one) {
  const std::vector<double> both{0.9, 0.1, 0.1, 0.9}, rows{0.9, 0.1, 0.2, 0.8};
  qualm::PredictionFiles said;
  said.paths = {"a", "b"};
  const auto view = [](const std::vector<double>& values) {
    return qualm::contiguous_view(values, {2, 2});
  };
  EXPECT_EQ(qualm::PredictionSet({view(both), view(rows)}, said).axes(), "nk");
  expect_error(ErrorKind::usage, {"axes=nk", "axes=kn"}, [&] {
    qualm::PredictionSet({view(both), view(both)}, said);
  });
}

TEST(axes, of_votes_are_told_by_their_lengths) {
  const std::vector<double> votes(5 * 897, 1);
  qualm::PredictionFiles said;
  said.input = qualm::Input::votes;
  EXPECT_EQ(read(votes, {5, 897}, said).n_members(), 5U);
  EXPECT_EQ(read(votes, {897, 5}, said).n_members(), 5U);
  expect_error(ErrorKind::usage, {"axes=nm", "axes=mn"}, [&] {
    read(std::vector<double>(9, 1), {3, 3}, said);
  });
}

TEST(axes, of_logits_are_asked_for_unless_all_lengths_are_known) {
  const auto logits = random(60, 2, 3);
  qualm::PredictionFiles said;
  said.input = qualm::Input::logits;
  expect_error(ErrorKind::usage, {"axes=nmk"}, [&] { read(logits, {60, 2, 3}, said); });
  said.labels = zeros(60);
  said.class_names = {"a", "b", "c"};
  EXPECT_EQ(read(logits, {60, 2, 3}, said).axes(), "nmk");
  said.axes = "nkm";
  said.class_names.clear();
  EXPECT_EQ(read(logits, {60, 2, 3}, said).n_members(), 3U);
}

TEST(axes, of_other_rows_are_those_of_the_first_ones) {
  const auto in = random(200, 4, 3), out = random(3, 4, 3), turned = random(4, 3, 3);
  const auto first = read(in, {200, 4, 3});
  const auto like = [&](const std::vector<double>& values, const Lengths& shape) {
    qualm::PredictionFiles said;
    said.paths = {"out"};
    return qualm::PredictionSet({qualm::contiguous_view(values, shape)},
                                qualm::files_like(first, said));
  };
  EXPECT_EQ(like(out, {3, 4, 3}).axes(), "nmk");
  EXPECT_EQ(like(turned, {4, 3, 3}).axes(), "mnk");  // four members, as before
}

}  // namespace
