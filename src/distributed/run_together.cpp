// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <span>
#include <utility>

#include "distributed/ood_source.h"
#include "distributed/reject_source.h"
#include "qualm/analysis/collect.h"
#include "qualm/distributed.h"
#include "qualm/group.h"

namespace qualm {
namespace {

/// Takes the calibration rows out of the rows of this process; the same are drawn everywhere.
std::optional<ScoreTable> split(const RejectJob& job, ScoreTable& table) {
  Group& group = *job.measured.group;
  std::size_t n_rows = 0, n_before = 0;
  const auto counts = group.all({table.n_rows});
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    if (rank < group.rank()) n_before += static_cast<std::size_t>(counts[rank][0]);
    n_rows += static_cast<std::size_t>(counts[rank][0]);
  }
  std::optional<ScoreTable> taken;
  agree(group, [&] {
    const std::vector<std::uint8_t> flags =
        calibration_flags(job.calibration, n_rows, job.options.bootstrap.seed);
    if (flags.empty()) return;
    taken = take_rows(table, std::span(flags).subspan(n_before, table.n_rows));
  });
  return taken;
}

}  // namespace

Outcome<RejectResult> run_together(const RejectJob& job, const Listener& listener) {
  Outcome<ScoreTable> collected;
  agree(*job.measured.group, [&] { collected = collect(job, listener); });
  const std::optional<ScoreTable> calibration = split(job, collected.result);
  const distributed::GroupRejectSource source(collected.result, calibration, *job.measured.group);
  RejectResult result = reject(source, job.options, listener.progress);
  for (const std::string& note : notes_on_scores(job.given, result)) {
    if (listener.note) listener.note(note);
  }
  return {std::move(result), std::move(collected.measured)};
}

Outcome<OodResult> run_together(const OodJob& job, const Listener& listener) {
  Outcome<OodTables> collected;
  agree(*job.measured.group, [&] { collected = collect(job, listener); });
  const distributed::GroupOodSource source(collected.result.in, collected.result.out,
                                           *job.measured.group);
  return {ood(source, job.options, listener.progress), std::move(collected.measured)};
}

}  // namespace qualm
