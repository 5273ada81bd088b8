// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>

#include "support/thread_group.h"

namespace qualm {
namespace {

TEST(Agree, all_processes_throw_the_error_of_the_lowest_rank_that_failed) {
  std::atomic<int> n_thrown = 0;
  test::ThreadGroups(4).run([&](Group& group) {
    try {
      agree(group, [&] {
        if (group.rank() == 1) throw_data("row 7");
        if (group.rank() == 3) throw_usage("row 9");
      });
    } catch (const AgreedError& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data);
      EXPECT_EQ(error.message(), "row 7");
      ++n_thrown;
    }
  });
  EXPECT_EQ(n_thrown, 4);
}

TEST(Agree, only_higher_ranks_are_told_to_stop) {
  test::ThreadGroups(3).run([&](Group& group) {
    EXPECT_THROW(agree(group,
                       [&] {
                         if (group.rank() == 1) throw_data("row 7");
                       }),
                 AgreedError);
    EXPECT_EQ(is_told_to_stop(group), group.rank() == 2);
  });
}

TEST(Agree, an_error_that_is_agreed_on_is_not_agreed_on_again) {
  std::atomic<int> n_thrown = 0;
  test::ThreadGroups(2).run([&](Group& group) {
    try {
      agree(group, [&] {
        agree(group, [&] {
          if (group.rank() == 1) throw_system("no room");
        });
        ADD_FAILURE();
      });
    } catch (const AgreedError&) {
      ++n_thrown;
    }
  });
  EXPECT_EQ(n_thrown, 2);
}

TEST(Agree, a_process_that_fails_between_two_agreements_ends_the_others_at_the_next) {
  std::atomic<int> n_thrown = 0;
  test::ThreadGroups(3).run([&](Group& group) {
    try {
      agree(group, [&] {
        if (group.rank() == 2) throw_data("alone");
        agree(group, [] {});
        ADD_FAILURE();
      });
    } catch (const AgreedError& error) {
      EXPECT_EQ(error.message(), "alone");
      ++n_thrown;
    }
  });
  EXPECT_EQ(n_thrown, 3);
}

TEST(Agree, a_process_alone_throws_what_it_threw) {
  try {
    agree(only_process(), [] { throw_data("row 7"); });
    ADD_FAILURE();
  } catch (const AgreedError&) {
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "row 7");
  }
}

TEST(Group, gather_broadcast_and_sums) {
  test::ThreadGroups(3).run([&](Group& group) {
    const std::string own(group.rank(), 'x');
    const auto gathered = group.gather(own, 2);
    EXPECT_EQ(gathered, group.rank() == 2 ? (std::vector<std::string>{"", "x", "xx"})
                                          : std::vector<std::string>());
    EXPECT_EQ(group.broadcast(own, 1), "x");
    EXPECT_EQ(group.sums({1, group.rank()}), (std::vector<std::uint64_t>{3, 3}));
  });
}

}  // namespace
}  // namespace qualm
