// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "qualm/error.h"
#include "qualm/io.h"
#include "support/thread_group.h"

namespace qualm::io {
namespace {

namespace fs = std::filesystem;

class GroupSink : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / "qualm-group-sink";
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path() const { return (folder_ / "out").string(); }
  [[nodiscard]] std::string content() const {
    std::ifstream file(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::size_t n_files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  fs::path folder_;
};

TEST_F(GroupSink, puts_the_bytes_of_each_rank_behind_those_of_lower_ranks_up_to_each_cut) {
  test::ThreadGroups(3).run([&](Group& group) {
    const auto sink = open_together(path(), group);
    const std::string name(1, static_cast<char>('a' + group.rank()));
    if (group.is_first()) sink->write("[");
    sink->write(name);
    sink->cut();
    if (group.rank() == 1) sink->write("only b");
    sink->cut();
    sink->write(name + name);
    sink->finish();
  });
  EXPECT_EQ(content(), "[abconly baabbcc");
  EXPECT_EQ(n_files(), 1U);
}

TEST_F(GroupSink, leaves_nothing_when_it_is_not_finished_and_the_old_file_as_it_is) {
  std::ofstream(path()) << "old";
  test::ThreadGroups(2).run([&](Group& group) {
    const auto sink = open_together(path(), group);
    sink->write("new");
    EXPECT_THROW(agree(group, [] { throw_data("bad row"); }), AgreedError);
  });
  EXPECT_EQ(content(), "old");
  EXPECT_EQ(n_files(), 1U);
}

TEST_F(GroupSink, is_refused_by_all_where_the_first_cannot_write) {
  test::ThreadGroups(2).run([&](Group& group) {
    EXPECT_THROW(static_cast<void>(open_together(path() + "/none/out", group)), AgreedError);
  });
}

TEST(Share, parts_follow_each_other_and_the_first_ones_have_a_row_more) {
  EXPECT_EQ((Share{0, 3}.of(8).size()), 3U);
  EXPECT_EQ((Share{1, 3}.of(8).first), 3U);
  EXPECT_EQ((Share{2, 3}.of(8).first), 6U);
  EXPECT_EQ((Share{2, 3}.of(8).last), 8U);
  EXPECT_EQ((Share{0, 4}.of(1).size()), 1U);
  EXPECT_EQ((Share{3, 4}.of(1).size()), 0U);
}

}  // namespace
}  // namespace qualm::io
