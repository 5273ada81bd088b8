// SPDX-License-Identifier: Apache-2.0
// The authors' files: FashionMNIST of Debian's package, the others of a folder named by
// QUALM_TEST_DATA, which may hold any of them, whole or in part.
#include <cstdlib>
#include <filesystem>
#include <map>

#include "qualm/datasets.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string test_data() {
  const char* const folder = std::getenv("QUALM_TEST_DATA");
  return folder == nullptr ? "" : folder;
}

class RealFiles : public testing::TestWithParam<std::pair<const char*, const char*>> {};

// Each split that is whole here is loaded, and its files are the right ones.
TEST_P(RealFiles, are_loaded_whole_and_have_the_right_sums) {
  const auto& [name, split] = GetParam();
  const DatasetInfo& info = dataset_info(name);
  const FoundDataset found = find_dataset(info, test_data());
  const std::size_t s = std::string(split) == info.splits[0].name ? 0 : 1;
  if (!found.splits[s].is_whole()) {
    GTEST_SKIP() << name << " " << split << " is not here; set QUALM_TEST_DATA to a folder with it";
  }
  const Dataset dataset = load_dataset({.source = name, .split = split, .data_dir = test_data()});
  EXPECT_THAT(dataset.shape,
              ElementsAre(info.splits[s].n_instances, info.shape[0], info.shape[1], info.shape[2]));
  EXPECT_EQ(dataset.labels.size(), info.splits[s].n_instances);
  EXPECT_TRUE(dataset.notes.empty());
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t label : dataset.labels) ++counts[label];
  EXPECT_EQ(counts.size(), info.class_names.size());
  for (const CheckedFile& file : check_dataset(found)) {
    if (file.split != split) continue;
    EXPECT_NE(file.verdict, FileVerdict::different) << file.detail;
  }
}

std::vector<std::pair<const char*, const char*>> all_splits() {
  std::vector<std::pair<const char*, const char*>> all;
  for (const DatasetInfo& info : datasets()) {
    for (const DatasetSplit& split : info.splits) {
      all.emplace_back(info.name.data(), split.name.data());
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(datasets, RealFiles, testing::ValuesIn(all_splits()),
                         [](const auto& instance) {
                           std::string name =
                               std::string(instance.param.first) + "_" + instance.param.second;
                           for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
                           return name;
                         });

/// The source `name=PATH` if there is such a file or folder.
std::string part(const std::string& name, const std::string& path) {
  const std::string whole = test_data() + "/" + path;
  return !test_data().empty() && std::filesystem::exists(whole) ? name + "=" + whole : "";
}

TEST(RealFiles, the_first_fashion_pictures_are_those_that_everybody_knows) {
  if (!std::filesystem::exists("/usr/share/datasets/fashion-mnist")) {
    GTEST_SKIP() << "the package dataset-fashion-mnist is not here";
  }
  const Dataset dataset = load_dataset({.source = "fashion-mnist", .split = "train", .limit = 5});
  EXPECT_THAT(dataset.labels, ElementsAre(9, 0, 0, 3, 0));
  EXPECT_EQ(dataset.class_names[9], "Ankle boot");
}

TEST(RealFiles, parts_are_usable_by_path_and_told) {
  struct Part {
    std::string source;
    std::size_t n;
  };
  std::size_t n_found = 0;
  for (const Part& each :
       {Part{part("kmnist", "kmnist/partial/train-first7011-images-idx3-ubyte.gz"), 7011},
        Part{part("svhn", "svhn/svhn-train-first1083.bin"), 1083}}) {
    if (each.source.empty()) continue;
    ++n_found;
    const Dataset dataset = load_dataset({.source = each.source, .split = "train"});
    EXPECT_EQ(dataset.n_instances(), each.n);
    EXPECT_EQ(dataset.labels.size(), each.n);
    ASSERT_EQ(dataset.notes.size(), 1U);
    EXPECT_THAT(dataset.notes[0], HasSubstr("is partial"));
  }
  if (n_found == 0)
    GTEST_SKIP() << "no partial files here; set QUALM_TEST_DATA to a folder with them";
}

TEST(RealFiles, a_cut_matlab_file_is_truncated) {
  const std::string source = part("svhn", "svhn/train_32x32.mat.truncated");
  if (source.empty()) GTEST_SKIP() << "no truncated SVHN here; set QUALM_TEST_DATA";
  expect_error(ErrorKind::data, {"truncated", "182004483"},
               [&] { static_cast<void>(load_dataset({.source = source, .split = "train"})); });
}

}  // namespace
}  // namespace qualm
