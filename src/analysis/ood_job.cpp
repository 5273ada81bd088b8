// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/measure_job.h"
#include "io/no_numbers.h"
#include "qualm/analysis/collect.h"
#include "qualm/analysis/infinite_rows.h"
#include "qualm/analysis/ood_source.h"
#include "qualm/error.h"

namespace qualm {
namespace {

/// A name that comes again is the next run of that score.
ScoreTable table_of(const std::vector<GivenScore>& given, const std::string& whose,
                    unsigned threads, const Listener& listener) {
  ScoreTable table;
  detail::FilesOfRows files;
  std::vector<std::size_t> n_runs;
  for (const GivenScore& score : given) {
    Column<double> values = detail::read_score(score, files, threads);
    if (table.runs.empty()) table.n_rows = values.size();
    if (values.size() != table.n_rows) {
      throw_data(fmt::format("{}: {} scores in one {} and {} in another; give one per row", whose,
                             table.n_rows, score.numbers.numbers ? "array" : "file",
                             values.size()));
    }
    const auto found = std::find(table.names.begin(), table.names.end(), score.name);
    const auto column = static_cast<std::size_t>(found - table.names.begin());
    if (found == table.names.end()) {
      table.names.push_back(score.name);
      n_runs.push_back(0);
    }
    const std::size_t run = n_runs[column]++;
    if (run == table.runs.size()) table.runs.emplace_back();
    table.runs[run].columns.resize(std::max(table.runs[run].columns.size(), column + 1));
    table.runs[run].columns[column] = std::move(values);
  }
  if (std::adjacent_find(n_runs.begin(), n_runs.end(), std::not_equal_to<>()) != n_runs.end()) {
    throw_usage(fmt::format("{}: give every score the same number of runs", whose));
  }
  detail::tell(listener, files.notes());
  return table;
}

using OpenSets = std::vector<std::shared_ptr<const PredictionSet>>;

/// The in-distribution set and all others, open; null: without rows, where that is allowed. The
/// first that has rows says what the others are to be like.
OpenSets open_sets(const OodJob& job, const Listener& listener, NoRows no_rows,
                   std::optional<Measured>& measured) {
  OpenSets sets;
  for (std::size_t i = 0; i <= job.others.size(); ++i) {
    sets.emplace_back();
    try {
      if (measured) {
        sets.back() = open_others(job.measured, *measured->set, {job.others[i - 1]}, listener)[0];
        continue;
      }
      MeasureJob first = job.measured;
      if (i > 0) {
        first.files.paths = job.others[i - 1].paths;
        first.files.shards = job.others[i - 1].shards;
        first.set = job.others[i - 1].set;
      }
      measured = open(first, listener);
      sets.back() = measured->set;
    } catch (const io::NoNumbers&) {
      if (no_rows == NoRows::refused) throw;
    }
  }
  return sets;
}

OodTables measure_scores(const OodJob& job, const Measured& measured, const OpenSets& sets,
                         const Listener& listener) {
  constexpr Part by_default[] = {Part::epistemic};
  const ScoreRequest request{detail::choose_scores(job.scores, measured, by_default),
                             measured.measures};
  OodTables tables;
  std::size_t n_rescaled = 0;
  InfiniteRows infinite;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (i > 0) tables.out.push_back({job.others[i - 1].name, {}});
    if (!sets[i]) continue;
    ScoreTable& table = i == 0 ? tables.in : tables.out.back().table;
    agree(*measured.group, [&] { table = collect_scores(*sets[i], request, listener.progress); });
    n_rescaled += table.renormalized_rows;
    infinite.add(table);
  }
  detail::tell_after_reading(listener, *measured.set, measured.group->sum(n_rescaled));
  infinite.add_up(*measured.group);
  detail::tell(listener, infinite.notes());
  return tables;
}

ScoreTable table_of(const std::vector<GivenScore>& given, const std::string& whose, NoRows no_rows,
                    unsigned threads, const Listener& listener) {
  try {
    return table_of(given, whose, threads, listener);
  } catch (const io::NoNumbers&) {
    if (no_rows == NoRows::refused) throw;
    return {};
  }
}

/// With the columns in the order of `names`, if these are its names.
ScoreTable in_order(ScoreTable table, const std::vector<std::string>& names) {
  if (!std::is_permutation(names.begin(), names.end(), table.names.begin(), table.names.end())) {
    return table;
  }
  for (std::size_t column = 0; column < names.size(); ++column) {
    const auto found = std::find(table.names.begin() + static_cast<std::ptrdiff_t>(column),
                                 table.names.end(), names[column]);
    const auto place = static_cast<std::size_t>(found - table.names.begin());
    std::swap(table.names[column], table.names[place]);
    for (RunScores& run : table.runs) std::swap(run.columns[column], run.columns[place]);
  }
  return table;
}

OodTables read_scores(const OodJob& job, NoRows no_rows, const Listener& listener) {
  const unsigned threads = job.options.bootstrap.threads;
  OodTables tables{table_of(job.given, argument("inside"), no_rows, threads, listener), {}};
  for (const OtherRows& each : job.others) {
    tables.out.push_back(
        {each.name,
         in_order(table_of(each.given, each.name, no_rows, threads, listener), tables.in.names)});
  }
  return tables;
}

}  // namespace

void OodJob::check() const {
  if (given.empty()) return measured.check();
  if (!scores.empty()) {
    throw_usage(argument("scores") +
                " names qualm's measures, and there are no predictions to measure");
  }
}

Outcome<OodTables> collect(const OodJob& job, const Listener& listener, NoRows no_rows) {
  job.check();
  detail::limit_columns(job.measured);
  if (!job.given.empty()) {
    OodTables tables = read_scores(job, no_rows, listener);
    // Every process has read all rows.
    const Group& group = *job.measured.group;
    tables.in = detail::rows_of(std::move(tables.in), group);
    for (OodSet& each : tables.out) each.table = detail::rows_of(std::move(each.table), group);
    return {std::move(tables)};
  }
  std::optional<Measured> measured;
  const OpenSets sets = open_sets(job, listener, no_rows, measured);
  OodTables tables;
  if (measured) {
    tables = measure_scores(job, *measured, sets, listener);
  } else {
    for (const OtherRows& each : job.others) tables.out.push_back({each.name, {}});
  }
  return {std::move(tables), std::move(measured)};
}

Outcome<OodResult> run(const OodJob& job, const Listener& listener) {
  Outcome<OodTables> collected = collect(job, listener);
  auto& [in, out] = collected.result;
  const OodPieces pieces(std::move(in), std::move(out), job.options.bootstrap.threads);
  return {ood(pieces, job.options, listener.progress), std::move(collected.measured)};
}

}  // namespace qualm
