// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <utility>

#include "bind.h"
#include "errors.h"
#include "measures_dict.h"
#include "qualm/state.h"
#include "reject_job.h"
#include "result.h"
#include "source.h"

namespace qualm::python {

namespace py = pybind11;

namespace {

/// Does the work of one shard with the GIL released.
template <class Fill>
py::bytes state_of(const std::string& source, State state, const Fill& fill) {
  std::string bytes;
  {
    const py::gil_scoped_release release;
    Watch watch;
    state.shard.source = source;
    fill(state, watch.listener());
    bytes = to_bytes(state);
  }
  return py::bytes(bytes);
}

py::bytes measure_state(const Source& source, const MeasureOptions& options,
                        const std::string& name) {
  return state_of(name, {{}, MeasureState{}}, [&](State& state, const Listener& listener) {
    const Measured measured = open(source.job(options), listener);
    std::get<MeasureState>(state.content).block = run(measured, listener);
    state.info =
        report::with_labels(report::measure_info(*measured.set, measured.measures), *measured.set);
  });
}

py::bytes reject_state(const Source* source, const MeasureOptions& measures,
                       std::vector<std::string> scores, const NamedObjects& foreign,
                       const py::object& correct, const py::object& calibration_rows, RejectJob job,
                       const std::string& name) {
  fill_job(job, source, measures, std::move(scores), foreign, correct, calibration_rows);
  State state{{}, RejectState{job.options, job.calibration, {}}};
  return state_of(name, std::move(state), [&](State& filled, const Listener& listener) {
    auto outcome = collect(job, listener);
    std::get<RejectState>(filled.content).table = std::move(outcome.result);
    filled.info = report::measure_info(outcome.measured);
  });
}

/// Rows of one set only: 0 is in-distribution, 1 the first of the others.
py::bytes ood_state(const Source& source, std::size_t which, const std::vector<std::string>& sets,
                    const MeasureOptions& measures, std::vector<std::string> scores,
                    const OodOptions& options, const std::string& name) {
  OodState state{options, {}};
  for (const std::string& set : sets) state.tables.out.push_back({set, {}});
  return state_of(name, {{}, std::move(state)}, [&](State& filled, const Listener& listener) {
    auto outcome = collect({source.job(measures), {}, {}, std::move(scores), options}, listener);
    OodTables& tables = std::get<OodState>(filled.content).tables;
    (which == 0 ? tables.in : tables.out.at(which - 1).table) = std::move(outcome.result.in);
    filled.info = report::measure_info(outcome.measured);
  });
}

py::dict info_dict(const report::MeasureInfo& info) {
  py::dict dict;
  dict["n_instances"] = info.n_instances;
  dict["n_members"] = info.n_members;
  dict["n_classes"] = info.n_classes;
  dict["n_runs"] = info.n_runs;
  dict["class_names"] = info.class_names;
  dict["axes"] = info.axes;
  dict["input"] = std::string(name(info.input));
  dict["member_weights"] = info.member_weights;
  dict["class_weights"] = info.options.class_weights;
  dict["log_base"] = std::string(name(info.options.log_base));
  dict["normalized"] = info.options.normalized;
  dict["corrected"] = info.options.corrected;
  dict["ordered"] = info.options.ordered;
  dict["ids"] = info.ids;
  dict["labels"] = labels_or_none(info.labels);
  return dict;
}

/// A path, or the bytes of a state.
StatePart part_of(const py::handle& given, std::size_t number) {
  if (!py::isinstance<py::bytes>(given)) return part_in_file(given.cast<std::string>());
  return {"part " + std::to_string(number), [bytes = given.cast<std::string>()] { return bytes; }};
}

/// The command, its result, and what the predictions were where that is no Result.
py::tuple merge_states(const py::list& given, bool allow_missing) {
  std::vector<StatePart> parts;
  for (const py::handle part : given) parts.push_back(part_of(part, parts.size()));
  std::optional<MergedState> merged;
  MeasuredBlock block;
  std::optional<Result> result;
  {
    const py::gil_scoped_release release;
    Watch watch;
    const Progress progress = watch.listener().progress;
    merged.emplace(std::move(parts), allow_missing);
    if (merged->command() == "measure") {
      merged->measure([&](const MeasuredBlock& each) { append(block, each); });
    } else if (merged->command() == "reject") {
      result = result_of(merged->reject(progress), merged->info(), report::write_reject,
                         report::reject_curves_figure, report::reject_figure, merged->notes());
    } else {
      result = result_of(merged->ood(progress), merged->info(), report::write_ood,
                         report::ood_roc_figure, report::ood_figure, merged->notes());
    }
  }
  const std::string command(merged->command());
  if (result) return py::make_tuple(command, std::move(*result), py::none());
  return py::make_tuple(command, measures_dict(std::move(block), merged->notes()),
                        info_dict(*merged->info()));
}

}  // namespace

void bind_state(py::module_& module) {
  module.def("measure_state", &measure_state, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("name"));
  module.def("reject_state", &reject_state, py::kw_only(), py::arg("source"), py::arg("options"),
             py::arg("scores"), py::arg("foreign"), py::arg("correct"), py::arg("calibration_rows"),
             py::arg("job"), py::arg("name"));
  module.def("ood_state", &ood_state, py::kw_only(), py::arg("source"), py::arg("which"),
             py::arg("sets"), py::arg("options"), py::arg("scores"), py::arg("setup"),
             py::arg("name"));
  module.def("merge", &merge_states, py::arg("parts"), py::arg("allow_missing"));
}

}  // namespace qualm::python
