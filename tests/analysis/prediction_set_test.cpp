// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "qualm/analysis.h"
#include "support/ensembles.h"
#include "support/expect_error.h"

namespace {

using ensembles::Shape;
using qualm::ErrorKind;

// A folder of its own for every test.
class PredictionSet : public testing::Test {
 protected:
  PredictionSet() {
    folder_ =
        std::filesystem::temp_directory_path() /
        ("qualm_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
         "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~PredictionSet() override { std::filesystem::remove_all(folder_); }

  std::string save(const std::string& name, const std::vector<double>& values,
                   std::vector<std::size_t> shape) {
    const std::string path = (folder_ / name).string();
    const auto sink = qualm::io::open_atomic_file(path);
    qualm::io::NamedArray array;
    array.shape = std::move(shape);
    array.numbers = values;
    write_npy(*sink, array);
    sink->finish();
    return path;
  }
  static qualm::PredictionSet open(std::vector<std::string> paths, std::string axes = "") {
    qualm::PredictionFiles files;
    files.paths = std::move(paths);
    files.axes = std::move(axes);
    return qualm::PredictionSet(files);
  }

  std::filesystem::path folder_;
};

// values[n][m][k] with its axes in another order.
std::vector<double> reordered(const std::vector<double>& values, Shape s, const std::string& axes,
                              std::vector<std::size_t>& shape) {
  const auto length = [&](char axis) { return axis == 'n' ? s.n : axis == 'm' ? s.m : s.k; };
  shape.clear();
  for (const char axis : axes) shape.push_back(length(axis));
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t place = 0;
    for (const char axis : axes) {
      const std::size_t at = axis == 'n' ? i / (s.m * s.k) : axis == 'm' ? i / s.k % s.m : i % s.k;
      place = place * length(axis) + at;
    }
    result[place] = values[i];
  }
  return result;
}

std::vector<double> epistemic(const qualm::PredictionSet& set) {
  std::vector<double> values;
  qualm::measure_blocks(set, {}, [&](const qualm::MeasuredBlock& block) {
    const auto& more = block.measures.families[0].parts.epistemic;
    values.insert(values.end(), more.begin(), more.end());
  });
  return values;
}

TEST_F(PredictionSet, infers_the_axes_in_every_order_and_says_so) {
  const Shape shape{100, 4, 7};
  const auto values = ensembles::random_probabilities<double>(shape, 0.5, 0.5, 1);
  std::vector<double> expected;
  for (const std::string axes : {"nmk", "mnk", "nkm", "kmn", "knm", "mkn"}) {
    std::vector<std::size_t> lengths;
    const auto turned = reordered(values, shape, axes, lengths);
    const auto set = open({save(axes + ".npy", turned, lengths)});
    EXPECT_EQ(set.axes(), axes);
    ASSERT_EQ(set.notes().size(), 1U);
    EXPECT_NE(qualm::spelled(set.notes()[0]).find("axes=" + axes), std::string::npos);
    EXPECT_EQ(set.n_instances(), 100U);
    if (expected.empty()) expected = epistemic(set);
    EXPECT_EQ(epistemic(set), expected) << axes;
  }
}

TEST_F(PredictionSet, asks_for_the_axes_where_more_than_one_reading_fits) {
  const auto cube = ensembles::random_probabilities<double>({5, 5, 5}, 0.5, 0.5, 1);
  const auto path = save("cube.npy", cube, {5, 5, 5});
  expect_error(ErrorKind::usage, {"cube.npy", "5x5x5", "axes=nmk"}, [&] { open({path}); });
  EXPECT_EQ(open({path}, "nmk").n_instances(), 5U);
  const std::vector<double> uniform(2 * 2, 0.5);
  const auto square = save("square.npy", uniform, {2, 2});
  expect_error(ErrorKind::usage, {"axes=nk", "axes=kn"}, [&] { open({square}); });
  // 10 instances of 50 draws, or 50 of 10? Neither order is unheard of.
  const auto draws = ensembles::random_probabilities<double>({10, 50, 3}, 0.5, 0.5, 1);
  const auto posterior = save("posterior.npy", draws, {10, 50, 3});
  expect_error(ErrorKind::usage, {"axes"}, [&] { open({posterior}); });
}

TEST_F(PredictionSet, asks_for_the_axes_where_rescaling_would_hide_a_wrong_reading) {
  const std::vector<double> counts(60 * 2 * 3, 2);
  qualm::PredictionFiles files;
  files.paths = {save("counts.npy", counts, {60, 2, 3})};
  files.renormalize = true;
  expect_error(ErrorKind::usage, {"axes"}, [&] { qualm::PredictionSet{files}; });
}

TEST_F(PredictionSet, asks_for_the_axes_of_logits) {
  const std::vector<double> logits(60 * 2 * 3, 0.1);
  qualm::PredictionFiles files;
  files.paths = {save("logits.npy", logits, {60, 2, 3})};
  files.input = qualm::Input::logits;
  expect_error(ErrorKind::usage, {"axes"}, [&] { qualm::PredictionSet{files}; });
}

TEST_F(PredictionSet, takes_several_matrices_as_members) {
  const Shape shape{30, 3, 4};
  const auto values = ensembles::random_probabilities<double>(shape, 0.5, 0.5, 1);
  std::vector<std::string> paths;
  for (std::size_t m = 0; m < 3; ++m) {
    std::vector<double> member;
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t k = 0; k < 4; ++k) member.push_back(values[(i * 3 + m) * 4 + k]);
    }
    paths.push_back(save("m" + std::to_string(m) + ".npy", member, {30, 4}));
  }
  const auto set = open(paths);
  EXPECT_EQ(set.n_members(), 3U);
  EXPECT_EQ(set.n_runs(), 1U);
  EXPECT_EQ(epistemic(set), epistemic(open({save("all.npy", values, {30, 3, 4})}, "nmk")));
}

TEST_F(PredictionSet, names_the_file_of_a_bad_member) {
  const auto good = save("good.npy", {0.5, 0.5, 0.2, 0.8}, {2, 2});
  const auto bad = save("bad.npy", {0.5, 0.5, 0.2, 0.9}, {2, 2});
  const auto set = open({good, bad}, "nk");
  expect_error(ErrorKind::data, {"bad.npy: row 1, member 1"}, [&] { epistemic(set); });
}

TEST_F(PredictionSet, takes_several_cubes_as_runs_and_reports_mean_and_deviation) {
  const Shape shape{20, 3, 4};
  std::vector<std::string> paths;
  std::vector<std::vector<double>> single;
  for (std::uint64_t run = 0; run < 3; ++run) {
    const auto values = ensembles::random_probabilities<double>(shape, 0.5, 0.5, run);
    paths.push_back(save("run" + std::to_string(run) + ".npy", values, {20, 3, 4}));
    single.push_back(epistemic(open({paths.back()}, "nmk")));
  }
  const auto set = open(paths, "nmk");
  EXPECT_EQ(set.n_runs(), 3U);
  qualm::measure_blocks(set, {}, [&](const qualm::MeasuredBlock& block) {
    for (std::size_t i = 0; i < 20; ++i) {
      const double a = single[0][i], b = single[1][i], c = single[2][i], mean = (a + b + c) / 3;
      EXPECT_NEAR(block.measures.families[0].parts.epistemic[i], mean, 1e-15);
      EXPECT_NEAR(
          block.deviation[0].epistemic[i],
          std::sqrt(((a - mean) * (a - mean) + (b - mean) * (b - mean) + (c - mean) * (c - mean)) /
                    3),
          1e-15);
    }
  });
}

TEST_F(PredictionSet, refuses_members_of_different_shape) {
  const auto a = save("a.npy", {0.5, 0.5}, {1, 2});
  const auto b = save("b.npy", {0.5, 0.3, 0.2}, {1, 3});
  expect_error(ErrorKind::data, {"b.npy", "1x3", "1x2"}, [&] { open({a, b}); });
}

TEST_F(PredictionSet, warns_that_one_member_has_no_epistemic_uncertainty) {
  const auto set = open({save("one.npy", {0.5, 0.5, 0.1, 0.9}, {2, 2})}, "nk");
  ASSERT_EQ(set.notes_after_reading().size(), 1U);
  EXPECT_NE(set.notes_after_reading()[0].find("one member"), std::string::npos);
  EXPECT_EQ(epistemic(set), (std::vector<double>{0, 0}));
}

TEST_F(PredictionSet, stops_when_told_to) {
  const auto set = open({save("one.npy", {0.5, 0.5, 0.1, 0.9}, {2, 2})}, "nk");
  qualm::Progress progress;
  progress.cancelled = [] { return true; };
  expect_error(ErrorKind::interrupted, {}, [&] {
    qualm::measure_blocks(
        set, {}, [](const qualm::MeasuredBlock&) {}, progress);
  });
}

}  // namespace
