// SPDX-License-Identifier: Apache-2.0
#include "distributed/ood_source.h"

#include <cstring>
#include <utility>

#include "distributed/messages.h"
#include "qualm/state/archive.h"

namespace qualm::distributed {
namespace {

std::string bytes_of(const Column<std::uint64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

Column<std::uint64_t> numbers_in(std::string_view bytes) {
  Column<std::uint64_t> numbers(bytes.size() / sizeof(std::uint64_t));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// What one process sent of one score: in and out of each run.
struct Sent {
  std::vector<Tally> in, out;
};

Sent unpack_sent(const std::string& message, std::size_t n_runs) {
  const std::vector<std::string_view> parts = split_bytes(message);
  Sent sent;
  for (std::size_t run = 0; run < n_runs; ++run) {
    sent.in.push_back(unpack<Tally>(parts[2 * run]));
    sent.out.push_back(unpack<Tally>(parts[2 * run + 1]));
  }
  return sent;
}

std::vector<Tally> merge_runs(const std::vector<Sent>& of_each, std::size_t n_runs) {
  std::vector<Tally> merged;
  for (std::size_t run = 0; run < n_runs; ++run) {
    std::vector<Tally> tallies;
    for (const Sent& sent : of_each) {
      tallies.push_back(sent.in[run]);
      tallies.push_back(sent.out[run]);
    }
    merged.push_back(merge(tallies));
  }
  return merged;
}

}  // namespace

GroupOodSource::GroupOodSource(const ScoreTable& in, std::span<const OodSet> sets, Group& group)
    : in_(in), sets_(sets), group_(group) {
  std::vector<std::uint64_t> own = {in.n_rows};
  for (const OodSet& set : sets) own.push_back(set.table.n_rows);
  const std::vector<std::uint64_t> sums = group.sums(own);
  n_in_ = static_cast<std::size_t>(sums[0]);
  for (std::size_t i = 1; i < sums.size(); ++i) n_out_.push_back(static_cast<std::size_t>(sums[i]));
}

std::vector<std::string> GroupOodSource::sets() const {
  std::vector<std::string> names;
  for (const OodSet& set : sets_) names.push_back(set.name);
  return names;
}

GroupOodSource::Rows GroupOodSource::sort(const ScoreTable& table, Kind kind) const {
  Rows rows{kind, {}, {}};
  for (std::size_t score = 0; score < names().size(); ++score) {
    std::vector<Tally>& runs = rows.tallies.emplace_back();
    for (const RunScores& run : table.runs) {
      GroupedRows grouped(run.columns[score]);
      runs.push_back(grouped.tally(kind));
      if (n_runs() == 1) rows.groups.push_back(std::move(grouped));
    }
  }
  return rows;
}

SetDetections GroupOodSource::detect(std::size_t set, const Detect& detect) const {
  std::optional<Rows> out;
  agree(group_, [&] {
    if (!in_rows_) in_rows_ = sort(in_, Kind::negative);
    out = sort(sets_[set].table, Kind::positive);
  });
  const auto to_owner = [&](std::size_t score) {
    std::vector<std::string> packed;
    for (std::size_t run = 0; run < n_runs(); ++run) {
      packed.push_back(pack(in_rows_->tallies[score][run]));
      packed.push_back(pack(out->tallies[score][run]));
    }
    return join_bytes(packed);
  };
  const auto work = [&](std::size_t score, const std::vector<std::string>& from_each) {
    std::vector<Sent> sent;
    for (const std::string& message : from_each) sent.push_back(unpack_sent(message, n_runs()));
    const std::vector<Tally> merged = merge_runs(sent, n_runs());
    const std::string result = pack(detect(set, score, merged));
    std::vector<std::string> replies;
    for (const Sent& rank : sent) {
      std::vector<std::string> reply = {result};
      if (n_runs() == 1) {
        reply.push_back(bytes_of(place(merged[0], *rank.in[0].scores, Kind::negative)));
        reply.push_back(bytes_of(place(merged[0], *rank.out[0].scores, Kind::positive)));
      }
      replies.push_back(join_bytes(reply));
    }
    return replies;
  };
  const std::vector<std::string> answers = work_by_owners(group_, {names().size(), to_owner, work});
  SetDetections found;
  for (const std::string& answer : answers) {
    found.scores.push_back(unpack<ScoreDetection>(split_bytes(answer)[0]));
  }
  if (n_runs() == 1) add_pairs_of_all(*out, answers, found);
  return found;
}

void GroupOodSource::add_pairs_of_all(const Rows& out, std::span<const std::string> placements,
                                      SetDetections& found) const {
  const std::size_t n_scores = names().size();
  std::vector<PairMoments> own(n_scores * (n_scores - 1) / 2);
  agree(group_, [&] {
    std::vector<Column<std::uint64_t>> of_in, of_out;
    for (const std::string& answer : placements) {
      const std::vector<std::string_view> parts = split_bytes(answer);
      of_in.push_back(numbers_in(parts[1]));
      of_out.push_back(numbers_in(parts[2]));
    }
    add_pairs(in_rows_->groups, of_in, Kind::negative, own);
    add_pairs(out.groups, of_out, Kind::positive, own);
  });
  std::vector<std::string> packed;
  for (const PairMoments& moments : own) packed.push_back(pack(moments));
  found.pairs.assign(own.size(), {});
  for (const std::string& of_rank : share_all(group_, join_bytes(packed))) {
    const std::vector<std::string_view> parts = split_bytes(of_rank);
    for (std::size_t pair = 0; pair < parts.size(); ++pair) {
      found.pairs[pair].add(unpack<PairMoments>(parts[pair]));
    }
  }
}

}  // namespace qualm::distributed
