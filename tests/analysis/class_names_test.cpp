// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "qualm/analysis.h"
#include "support/expect_error.h"

namespace {

using qualm::ErrorKind;
using testing::DoubleNear;
using testing::ElementsAre;

// Text files in a folder of their own.
class ClassNames : public testing::Test {
 protected:
  ClassNames() {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::temp_directory_path() /
              ("qualm_" + test + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  ~ClassNames() override { std::filesystem::remove_all(folder_); }

  std::string save(const std::string& name, const std::string& text) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  static qualm::PredictionSet open(std::vector<std::string> paths,
                                   std::vector<std::string> names = {}) {
    qualm::PredictionFiles files;
    files.paths = std::move(paths);
    files.class_names = std::move(names);
    return qualm::PredictionSet(files);
  }
  static qualm::MeasuredBlock measured(const qualm::PredictionSet& set) {
    qualm::MeasureOptions options;
    options.per_class = true;
    return qualm::measure_all(set, options);
  }

  std::filesystem::path folder_;
};

TEST_F(ClassNames, align_the_columns_of_members) {
  const auto a = save("a.csv", "cat,dog\n0.9,0.1\n0.2,0.8\n");
  const auto b = save("b.csv", "dog,cat\n0.1,0.9\n0.8,0.2\n");
  const auto set = open({a, b});
  EXPECT_THAT(set.class_names(), ElementsAre("cat", "dog"));
  const auto block = measured(set);
  EXPECT_THAT(block.measures.families[0].parts.epistemic, ElementsAre(0, 0));
  EXPECT_THAT(block.measures.mean, ElementsAre(0.9, 0.1, 0.2, 0.8));
}

TEST_F(ClassNames, that_are_given_order_the_columns_and_do_not_rename_them) {
  const auto file = save("p.csv", "dog,cat\n0.1,0.9\n");
  EXPECT_THAT(measured(open({file}, {"cat", "dog"})).measures.mean, ElementsAre(0.9, 0.1));
  expect_error(ErrorKind::usage, {"p.csv", "no class \"cats\"", "did you mean \"cat\""}, [&] {
    open({file}, {"cats", "dog"});
  });
}

TEST_F(ClassNames, that_are_given_select_columns) {
  const auto file = save("p.csv", "age,dog,cat\n31,0.1,0.9\n");
  EXPECT_THAT(measured(open({file}, {"cat", "dog"})).measures.mean, ElementsAre(0.9, 0.1));
}

TEST_F(ClassNames, that_are_given_name_columns_that_are_only_numbered) {
  for (const std::string header : {"", "0,1\n", "p0,p1\n", "class_0,class_1\n"}) {
    const auto set = open({save("p.csv", header + "0.1,0.9\n")}, {"cat", "dog"});
    EXPECT_THAT(set.class_names(), ElementsAre("cat", "dog")) << header;
    EXPECT_THAT(measured(set).measures.mean, ElementsAre(0.1, 0.9)) << header;
  }
  const auto turned = open({save("t.csv", "p1,p0\n0.9,0.1\n")}, {"cat", "dog"});
  EXPECT_THAT(measured(turned).measures.mean, ElementsAre(0.1, 0.9));
}

TEST_F(ClassNames, that_differ_between_files_are_an_error_with_file_and_class) {
  const auto a = save("a.csv", "cat,dog\n0.9,0.1\n");
  const auto b = save("b.csv", "cat,bird\n0.9,0.1\n");
  expect_error(ErrorKind::data, {"b.csv: has no class \"dog\", unlike", "a.csv"}, [&] {
    open({a, b});
  });
  const auto c = save("c.csv", "cat,dog,bird\n0.9,0.1,0\n");
  expect_error(ErrorKind::data, {"c.csv: has a class \"bird\"", "class_names"}, [&] {
    open({a, c});
  });
  EXPECT_EQ(open({a, c}, {"dog", "cat"}).n_classes(), 2U);
}

TEST_F(ClassNames, of_a_long_table_do_not_depend_on_the_order_of_its_rows) {
  const std::string head = "row,member,class,prob\n";
  const auto set = open({save("long.csv", head + "0,0,dog,0.1\n0,0,cat,0.9\n")});
  EXPECT_THAT(set.class_names(), ElementsAre("cat", "dog"));
  EXPECT_THAT(measured(set).measures.mean, ElementsAre(0.9, 0.1));
  const auto numbers = open({save("n.csv", head + "0,0,10,0.1\n0,0,9,0.9\n")});
  EXPECT_THAT(numbers.class_names(), ElementsAre("9", "10"));
}

TEST_F(ClassNames, align_other_rows_with_those_in_distribution) {
  const auto in = open({save("in.csv", "cat,dog\n0.9,0.1\n")});
  qualm::PredictionFiles files;
  files.paths = {save("out.csv", "dog,cat\n0.3,0.7\n")};
  const qualm::PredictionSet out(qualm::files_like(in, files));
  EXPECT_THAT(out.class_names(), ElementsAre("cat", "dog"));
  EXPECT_THAT(measured(out).measures.mean, ElementsAre(0.7, 0.3));
  files.paths = {save("far.csv", "cow,cat\n0.3,0.7\n")};
  expect_error(ErrorKind::data, {"far.csv: has no class \"dog\""},
               [&] { qualm::PredictionSet(qualm::files_like(in, files)); });
}

TEST_F(ClassNames, of_arrays_in_memory_align_them_too) {
  const std::vector<double> a{0.9, 0.1}, b{0.1, 0.9};
  qualm::PredictionFiles said;
  said.paths = {"a", "b"};
  said.axes = "nk";
  said.array_class_names = {{"cat", "dog"}, {"dog", "cat"}};
  const qualm::PredictionSet set(
      {qualm::contiguous_view(a, {1, 2}), qualm::contiguous_view(b, {1, 2})}, said);
  EXPECT_THAT(measured(set).measures.families[0].parts.epistemic, ElementsAre(0));
}

TEST_F(ClassNames, of_weights_put_them_into_the_order_of_the_classes) {
  const std::vector<double> weights{5, 1};
  EXPECT_THAT(qualm::weights_in_order(weights, {"dog", "cat"}, {"cat", "dog"}, "w.csv"),
              ElementsAre(1, 5));
  expect_error(ErrorKind::data, {"w.csv: has no class \"cat\""}, [&] {
    (void)qualm::weights_in_order(weights, {"dog", "cow"}, {"cat", "dog"}, "w.csv");
  });
}

TEST_F(ClassNames, leave_out_columns_of_text_and_say_so) {
  const auto set = open({save("p.csv", "file,cat,dog\na.png,0.9,0.1\nb.png,0.2,0.8\n")});
  EXPECT_THAT(set.class_names(), ElementsAre("cat", "dog"));
  EXPECT_THAT(set.notes().at(0), testing::HasSubstr("left out the column \"file\""));
  expect_error(ErrorKind::data, {"line 3, column 1 (site)", "columns"},
               [&] { open({save("q.csv", "site,cat,dog\na.png,0.9,0.1\n7,0.2,0.8\n")}); });
}

TEST_F(ClassNames, of_chosen_columns_are_theirs) {
  qualm::PredictionFiles files;
  files.paths = {save("p.csv", "file,cat,score,dog\na.png,0.9,17,0.1\n")};
  files.columns = {"dog", "cat"};
  const qualm::PredictionSet set(files);
  EXPECT_THAT(set.class_names(), ElementsAre("dog", "cat"));
  EXPECT_THAT(measured(set).measures.mean, ElementsAre(0.1, 0.9));
  files.columns = {"dog", "cta"};
  expect_error(ErrorKind::usage, {"no column \"cta\"", "did you mean \"cat\""},
               [&] { qualm::PredictionSet{files}; });
}

}  // namespace
