// SPDX-License-Identifier: Apache-2.0
#include "qualm/state/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "io/natural_order.h"
#include "io/source.h"
#include "qualm/error.h"
#include "state/described.h"
#include "state/valid.h"

namespace qualm {
namespace {

/// What is put together while parts are read.
template <class T>
std::vector<T> in_order(std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> ordered;
  for (const std::size_t i : order) ordered.push_back(std::move(values[i]));
  return ordered;
}

std::string shown(const state::Fact& fact) {
  return fact.is_argument ? argument(fact.key, fact.value) : fact.key + " " + fact.value;
}

struct Described {
  const std::string* part = nullptr;
  std::vector<state::Fact> facts;
};

void check_same(const Described& first, const Described& other) {
  for (std::size_t i = 0; i < std::max(first.facts.size(), other.facts.size()); ++i) {
    // Facts of one kind come in one order; a list that ends before stands for scores alone.
    if (i >= first.facts.size() || i >= other.facts.size() ||
        first.facts[i].key != other.facts[i].key) {
      throw_usage(fmt::format(
          "{} is for predictions and {} for scores alone: write all parts in the same way",
          first.facts.size() > other.facts.size() ? *first.part : *other.part,
          first.facts.size() > other.facts.size() ? *other.part : *first.part));
    }
    if (first.facts[i].value == other.facts[i].value) continue;
    throw_usage(
        fmt::format("{} has {}, {} has {}: write all parts with the same options and "
                    "predictions of the same ensemble",
                    *other.part, shown(other.facts[i]), *first.part, shown(first.facts[i])));
  }
}

bool has_rows(const State& state) {
  return state.n_rows() > 0;
}

ScoreTable& append_table(std::vector<ScoreTable>& tables, ScoreTable& table) {
  return tables.emplace_back(std::move(table));
}

/// Tables without names are of shards without rows. At least one table stays.
void drop_empty(std::vector<ScoreTable>& tables, const std::vector<std::string>& names,
                std::size_t n_runs) {
  std::erase_if(tables, [](const ScoreTable& table) { return table.names.empty(); });
  if (!tables.empty()) return;
  ScoreTable none;
  none.names = names;
  none.runs.resize(n_runs);
  for (RunScores& run : none.runs) run.columns.resize(names.size());
  tables.push_back(std::move(none));
}

}  // namespace

StatePart part_in_file(const std::string& path) {
  const auto held = std::make_shared<std::optional<io::SourceFile>>();
  return {path, [path, held] {
            const auto check = [&](const auto& /*label*/, std::string_view start) {
              state::check_start(start, path);
            };
            const io::SourceFile file = *held ? **held : io::open_source(path, check);
            // What comes through a pipe comes once.
            if (!io::can_be_reopened(path)) *held = file;
            std::string bytes(file.bytes->size(), '\0');
            file.bytes->read(0, std::as_writable_bytes(std::span(bytes)));
            return bytes;
          }};
}

MergedState::MergedState(std::vector<StatePart> parts, bool allow_missing)
    : parts_(std::move(parts)) {
  if (parts_.empty())
    throw_usage("no parts were given: name files written with " + argument("partial", "PART"));
  for (const StatePart& part : parts_) {
    State state = from_bytes(part.bytes(), part.name);
    states_.push_back(std::move(state));
    if (states_.back().command() != states_[0].command()) {
      throw_usage(
          fmt::format("{} is from qualm {}, {} from qualm {}: merge the parts of one command",
                      part.name, states_.back().command(), parts_[0].name, command()));
    }
    if (!info_ && states_.back().info) info_ = states_.back().info;
  }
  put_in_order();
  check_shards(allow_missing);
  check_alike();
  std::size_t n_rows = 0;
  if (info_) {
    info_->ids.clear();
    info_->labels.clear();
    info_->n_instances = 0;
  }
  for (State& state : states_) {
    n_rows += state.n_rows();
    if (state.info) {
      info_->n_instances += state.info->n_instances;
      info_->ids.insert(info_->ids.end(), state.info->ids.begin(), state.info->ids.end());
      info_->labels.insert(info_->labels.end(), state.info->labels.begin(),
                           state.info->labels.end());
    }
    // Rows of measures are read again, part by part.
    if (auto* measured = std::get_if<MeasureState>(&state.content)) *measured = {};
  }
  if (n_rows == 0) throw_data("no part has a row: there is nothing to evaluate");
}

void MergedState::put_in_order() {
  std::vector<std::size_t> order(states_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const Shard &a = states_[i].shard, &b = states_[j].shard;
    return a.number != b.number ? a.number < b.number : io::comes_before(a.source, b.source);
  });
  parts_ = in_order(parts_, order);
  states_ = in_order(states_, order);
}

void MergedState::check_shards(bool allow_missing) {
  const Shard& last = states_.back().shard;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Shard& shard = states_[i].shard;
    if (shard.of != last.of) {
      const auto said = [](const Shard& of) {
        return of.of == 0 ? std::string("does not say which shard it is")
                          : fmt::format("is shard {} of {}", of.number, of.of);
      };
      throw_usage(fmt::format("{} {}, {} {}: write all parts with {}", parts_[i].name, said(shard),
                              parts_.back().name, said(last), argument("shard", "I/R")));
    }
    if (i == 0) continue;
    const Shard& before = states_[i - 1].shard;
    if (shard.number != before.number || (shard.of == 0 && shard.source != before.source)) continue;
    throw_usage(fmt::format(
        "{} and {} are the same shard ({}): leave one out{}", parts_[i - 1].name, parts_[i].name,
        shard.of == 0 ? shard.source : fmt::format("{}/{}", shard.number, shard.of),
        shard.of == 0 ? ", or specify the shard of each with " + argument("shard", "I/R")
                      : std::string()));
  }
  if (last.of == states_.size() || last.of == 0) return;
  std::set<std::size_t> there;
  std::size_t n_rows = 0;
  for (const State& state : states_) {
    there.insert(state.shard.number);
    n_rows += state.n_rows();
  }
  if (allow_missing) {
    notes_.push_back(fmt::format(
        "covers {} of {} shards ({:.1f}%), {} rows; the others are missing", there.size(), last.of,
        100 * static_cast<double>(there.size()) / static_cast<double>(last.of), n_rows));
    return;
  }
  constexpr std::size_t most_named = 10;
  std::vector<std::size_t> missing;
  for (std::size_t i = 1; i <= last.of && missing.size() < most_named; ++i) {
    if (there.count(i) == 0) missing.push_back(i);
  }
  const std::size_t n_missing = last.of - there.size();
  throw_usage(fmt::format("{} of {} shards {} missing ({}{}): add {}, or merge the others with {}",
                          n_missing, last.of, n_missing == 1 ? "is" : "are",
                          fmt::join(missing, ", "), n_missing > missing.size() ? ", ..." : "",
                          n_missing == 1 ? "it" : "them", argument("allow_missing", "true")));
}

void MergedState::check_alike() const {
  Described options, ensemble;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Described its_options{&parts_[i].name, state::options_of(states_[i])};
    if (options.part == nullptr) options = its_options;
    check_same(options, its_options);
    if (!has_rows(states_[i])) continue;
    const Described its_ensemble{&parts_[i].name, state::ensemble_of(states_[i])};
    if (ensemble.part == nullptr) ensemble = its_ensemble;
    check_same(ensemble, its_ensemble);
  }
}

void MergedState::measure(const std::function<void(MeasuredBlock&)>& visit) const {
  std::size_t n_rows = 0;
  for (const StatePart& part : parts_) {
    State state = from_bytes(part.bytes(), part.name);
    MeasuredBlock& block = std::get<MeasureState>(state.content).block;
    if (block.measures.families.empty()) continue;
    block.first_row = n_rows;
    n_rows += block.measures.n_instances;
    visit(block);
  }
  if (n_rows != info_->n_instances) throw_data("a part changed while it was read: merge again");
}

RejectResult MergedState::reject(const Progress& progress) {
  std::vector<ScoreTable> tables;
  for (State& state : states_) append_table(tables, std::get<RejectState>(state.content).table);
  drop_empty(tables, {}, 1);
  auto& [options, calibration, unused] = std::get<RejectState>(states_[0].content);
  options.bootstrap.threads = threads;
  return judge(std::move(tables), options, calibration, progress);
}

OodResult MergedState::ood(const Progress& progress) {
  auto& first = std::get<OodState>(states_[0].content);
  // Of in-distribution rows, then of each set.
  std::vector<std::vector<ScoreTable>> tables(1 + first.tables.out.size());
  std::vector<std::string> names;
  std::size_t n_runs = 1;
  for (State& state : states_) {
    auto& [in, out] = std::get<OodState>(state.content).tables;
    append_table(tables[0], in);
    for (std::size_t set = 0; set < out.size(); ++set)
      append_table(tables[set + 1], out[set].table);
  }
  for (const std::vector<ScoreTable>& of_set : tables) {
    for (const ScoreTable& table : of_set) {
      if (table.names.empty()) continue;
      names = table.names;
      n_runs = table.runs.size();
    }
  }
  std::vector<OodSetPieces> sets;
  for (std::size_t set = 0; set < tables.size(); ++set) {
    drop_empty(tables[set], names, n_runs);
    if (set > 0) sets.push_back({first.tables.out[set - 1].name, tables[set]});
  }
  first.options.bootstrap.threads = threads;
  return qualm::ood(OodPieces(tables[0], std::move(sets), first.options.bootstrap.threads),
                    first.options, progress);
}

}  // namespace qualm
