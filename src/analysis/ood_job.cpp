// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/measure_job.h"
#include "qualm/analysis/infinite_rows.h"
#include "qualm/error.h"

namespace qualm {
namespace {

/// A name that comes again is the next run of that score.
ScoreTable table_of(const std::vector<GivenScore>& given, const std::string& whose) {
  ScoreTable table;
  std::vector<std::size_t> n_runs;
  for (const GivenScore& score : given) {
    std::vector<double> values = detail::read_score(score);
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
    throw_usage(fmt::format("{}: give every score as many runs", whose));
  }
  return table;
}

struct Tables {
  ScoreTable in;
  std::vector<OodSet> out;
};

Tables measure_scores(const OodJob& job, const Measured& measured, const Listener& listener) {
  constexpr Part by_default[] = {Part::epistemic};
  const ScoreRequest request{detail::choose_scores(job.scores, measured, by_default),
                             measured.measures};
  const auto others = open_others(job.measured, *measured.set, job.others, listener);
  Tables tables{collect_scores(*measured.set, request, listener.progress), {}};
  std::size_t n_rescaled = tables.in.renormalized_rows;
  InfiniteRows infinite;
  infinite.add(tables.in);
  for (std::size_t i = 0; i < others.size(); ++i) {
    tables.out.push_back(
        {job.others[i].name, collect_scores(*others[i], request, listener.progress)});
    n_rescaled += tables.out.back().table.renormalized_rows;
    infinite.add(tables.out.back().table);
  }
  detail::tell_rescaled(listener, *measured.set, n_rescaled);
  detail::tell(listener, infinite.notes());
  return tables;
}

Tables read_scores(const OodJob& job) {
  Tables tables{table_of(job.given, argument("inside")), {}};
  for (const OtherRows& each : job.others) {
    tables.out.push_back({each.name, table_of(each.given, each.name)});
  }
  return tables;
}

}  // namespace

void OodJob::check() const {
  if (given.empty()) return measured.check();
  if (!scores.empty()) {
    throw_usage(argument("scores") +
                " names our measures, and there are no predictions to measure");
  }
}

Outcome<OodResult> run(const OodJob& job, const Listener& listener) {
  job.check();
  Outcome<OodResult> outcome;
  if (job.given.empty()) outcome.measured = open(job.measured, listener);
  const Tables tables =
      outcome.measured ? measure_scores(job, *outcome.measured, listener) : read_scores(job);
  outcome.result = ood(tables.in, tables.out, job.options, listener.progress);
  return outcome;
}

}  // namespace qualm
