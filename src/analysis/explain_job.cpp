// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "analysis/measure_job.h"
#include "qualm/analysis/entries.h"
#include "qualm/error.h"

namespace qualm {
namespace {

ExplainRequest request_of(const ExplainJob& job, const Measured& measured) {
  const PredictionSet& set = *measured.set;
  const std::vector<Measure>& measures = measured.measures.measures;
  std::string by = job.by;
  // Of one member the epistemic part is 0 everywhere.
  if (by.empty()) {
    by = name(Score{measures[0], set.one_member_counts() ? Part::total : Part::epistemic});
  }
  if (!job.of_class.empty()) by += fmt::format("[{}]", job.of_class);
  constexpr std::size_t usual_top = 9;
  ExplainRequest request{parse_score(by, set.class_names(), measures), measured.measures,
                         job.top.value_or(usual_top), set.labels()};
  if (job.rows) request.rows = rows_of(*job.rows, set);
  return request;
}

/// Opens the predictions, and calls work(set, request) -> result.
template <class Result, class Work>
Outcome<Result> with_request(const ExplainJob& job, const Listener& listener, const Work& work) {
  job.check();
  Measured measured = open(job.measured, listener);
  ExplainRequest request = request_of(job, measured);
  const auto pictures = job.pictures.open(measured.set->n_instances());
  request.pictures = pictures.get();
  measured.measures.measures = {request.by.measure};
  Result result = work(*measured.set, request);
  detail::tell(listener, measured.set->notes_after_reading());
  detail::tell(listener, result.infinite.notes());
  return {std::move(result), std::move(measured)};
}

}  // namespace

void ExplainJob::check() const {
  measured.check();
  if (top && rows) {
    throw_usage(
        fmt::format("{} chooses the rows: leave {} out", argument("rows"), argument("top")));
  }
  if (!of_class.empty() && by.find('[') != std::string::npos) {
    throw_usage(fmt::format("{} names a class already: leave {} out", argument("by", by),
                            argument("of_class")));
  }
  if (!label_next && budget > 0) {
    throw_usage(fmt::format("{} is for {}: give the number of rows to label", argument("budget"),
                            argument("label_next")));
  }
  if (!label_next) return;
  const std::pair<const char*, bool> unused[] = {
      {"top", top.has_value()}, {"rows", rows.has_value()}, {"images", pictures.is_given()}};
  for (const auto& [key, is_given] : unused) {
    if (!is_given) continue;
    throw_usage(fmt::format("{} writes a list of rows: leave {} out", argument("label_next"),
                            argument(key)));
  }
}

Outcome<ExplainResult> run(const ExplainJob& job, const Listener& listener) {
  return with_request<ExplainResult>(job, listener, [&](const auto& set, const auto& request) {
    return explain(set, request, listener.progress);
  });
}

Outcome<LabelNext> run_label_next(const ExplainJob& job, const Listener& listener) {
  return with_request<LabelNext>(job, listener, [&](const auto& set, const auto& request) {
    return label_next(set, request, *job.label_next, job.budget, listener.progress);
  });
}

}  // namespace qualm
