// SPDX-License-Identifier: Apache-2.0
#include "qualm/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/random.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

ScoreTable made_table(std::size_t n_rows, std::uint64_t seed) {
  Random random(seed);
  ScoreTable table;
  table.n_rows = n_rows;
  table.names = {"mine", "theirs"};
  RunScores& run = table.runs.emplace_back();
  run.columns.resize(2);
  for (std::size_t i = 0; i < n_rows; ++i) {
    run.columns[0].push_back(random.uniform());
    run.columns[1].push_back(static_cast<double>(random.below(3)));
    run.wrong.push_back(static_cast<std::uint8_t>(random.below(2)));
  }
  return table;
}

State made_state(const std::string& source) {
  RejectOptions options;
  options.guarantee = {0.5, 0.1};
  return {{0, 0, source}, RejectState{options, 0.5, made_table(40, source.size())}};
}

TEST(State, comes_back_as_it_was) {
  const State state = made_state("a");
  const State back = from_bytes(to_bytes(state), "a.qs");
  EXPECT_EQ(to_bytes(back), to_bytes(state));
  EXPECT_EQ(back.shard.source, "a");
  EXPECT_EQ(back.n_rows(), 40U);
  EXPECT_EQ(std::get<RejectState>(back.content).table.runs[0].columns,
            std::get<RejectState>(state.content).table.runs[0].columns);
}

TEST(State, cut_anywhere_is_refused) {
  const std::string bytes = to_bytes(made_state("a"));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_THROW(static_cast<void>(from_bytes(bytes.substr(0, n), "a")), Error) << n;
  }
}

TEST(State, with_any_byte_changed_is_refused) {
  const std::string bytes = to_bytes(made_state("a"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ (1 + i % 255));
    EXPECT_THROW(static_cast<void>(from_bytes(changed, "a")), Error) << i;
  }
}

TEST(Unpack, of_damaged_bytes_throws_or_gives_a_table_that_can_be_judged) {
  // Without a checksum in front: every byte of a short table takes several values.
  const std::string bytes = pack(made_table(6, 1));
  std::size_t n_refused = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {1, 2, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ flip);
      try {
        const ScoreTable table = unpack<ScoreTable>(changed);
        if (table.n_rows > 0) static_cast<void>(reject(table));
      } catch (const Error&) {
        ++n_refused;
      }
    }
  }
  EXPECT_GT(n_refused, bytes.size());
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_THROW(static_cast<void>(unpack<ScoreTable>(bytes.substr(0, n))), Error) << n;
  }
}

TEST(Unpack, takes_no_memory_for_a_length_that_is_not_there) {
  std::string bytes = pack(made_table(6, 1));
  for (std::size_t i = 0; i + 8 <= bytes.size(); ++i) {
    std::string changed = bytes;
    changed.replace(i, 8, std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x0F", 8));
    try {
      static_cast<void>(unpack<ScoreTable>(changed));
    } catch (const Error&) {  // anything else, such as bad_alloc, fails
    }
  }
}

TEST(Unpack, of_a_tally_keeps_its_order) {
  const Tally tally({1, 2, 4}, {3, 0, 1}, {0, 2, 5});
  const Tally back = unpack<Tally>(pack(tally));
  EXPECT_EQ(*back.scores, *tally.scores);
  EXPECT_EQ(back.n_positive, 7U);
  EXPECT_THROW(static_cast<void>(unpack<Tally>(pack(Tally({2, 1}, {1, 1}, {1, 1})))), Error);
}

TEST(Unpack, gives_back_exact_sums) {
  PairMoments moments;
  moments.of_negatives.add(-(evaluation::Int128{1} << 40), 7);
  moments.of_positives.add(3);
  const PairMoments back = unpack<PairMoments>(pack(moments));
  EXPECT_TRUE(back.of_negatives.sum == moments.of_negatives.sum);
  EXPECT_TRUE(back.of_negatives.squares == moments.of_negatives.squares);
}

StatePart part_of(const State& state, const std::string& name) {
  return {name, [bytes = to_bytes(state)] { return bytes; }};
}

TEST(MergedState, does_not_depend_on_the_order_of_its_parts) {
  std::vector<StatePart> parts;
  for (const char* source : {"p-10", "p-9", "p-2"})
    parts.push_back(part_of(made_state(source), source));
  const RejectResult one = MergedState(parts).reject();
  std::swap(parts[0], parts[2]);
  const RejectResult other = MergedState(parts).reject();
  EXPECT_EQ(pack(one.scores[0]), pack(other.scores[0]));
  EXPECT_EQ(one.n_calibration_rows, 60U);
}

}  // namespace
}  // namespace qualm
