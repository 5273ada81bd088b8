// SPDX-License-Identifier: Apache-2.0
#include "training/sealed_archive.h"

#include <gtest/gtest.h>

namespace qualm::training {
namespace {

// The end of a zip archive behind bytes that stand for the rest.
std::string archive() {
  return "PK\x03\x04 weights and all the rest " + std::string("PK\x05\x06") + std::string(18, '\0');
}

TEST(SealedArchive, is_the_archive_with_a_comment) {
  const std::string before = archive(), after = sealed(before);
  EXPECT_EQ(after.substr(0, before.size() - 2), before.substr(0, before.size() - 2));
  EXPECT_EQ(static_cast<std::size_t>(after[before.size() - 2]), after.size() - before.size());
  EXPECT_EQ(after[before.size() - 1], 0);
  EXPECT_EQ(seal_of(after), Seal::intact);
}

TEST(SealedArchive, shows_every_flipped_bit) {
  const std::string whole = sealed(archive());
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_EQ(seal_of(damaged), Seal::broken) << "bit " << bit;
  }
}

TEST(SealedArchive, shows_a_cut_and_an_addition) {
  const std::string whole = sealed(archive());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(seal_of(std::string_view(whole).substr(0, size)), Seal::broken) << size;
  }
  EXPECT_EQ(seal_of(whole + "x"), Seal::broken);
}

TEST(SealedArchive, one_without_a_comment_has_no_seal) {
  EXPECT_EQ(seal_of(archive()), Seal::missing);
}

}  // namespace
}  // namespace qualm::training
