// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/state/state.h"
#include "state/fields.h"

// The fields of options and of states; see fields.h. Threads are left out: no result depends on
// them.
namespace qualm::state {

template <class A>
void fields(A& archive, Is<Shard> auto& of) {
  archive(of.number, of.of, of.source);
}
template <class A>
void fields(A& archive, Is<MeasureOptions> auto& of) {
  archive(of.measures, of.class_weights, of.log_base, of.normalized, of.corrected, of.per_class,
          of.ordered, of.extras);
}
template <class A>
void fields(A& archive, Is<report::MeasureInfo> auto& of) {
  archive(of.n_instances, of.n_members, of.n_classes, of.n_runs, of.class_names, of.axes, of.input,
          of.member_weights, of.options, of.ids, of.labels);
}
template <class A>
void fields(A& archive, Is<BootstrapOptions> auto& of) {
  archive(of.replicates, of.level, of.seed, of.stratified);
}
template <class A>
void fields(A& archive, Is<GuaranteeRequest> auto& of) {
  archive(of.risk, of.delta);
}
template <class A>
void fields(A& archive, Is<RejectOptions> auto& of) {
  archive(of.portions, of.max_points, of.band, of.band_ddof, of.coverages, of.risks, of.n_bins,
          of.area, of.optimum, of.binning, of.bootstrap, of.intervals_in_table, of.guarantee,
          of.guarantee_method);
}
template <class A>
void fields(A& archive, Is<OodOptions> auto& of) {
  archive(of.fpr_target, of.n_bins, of.max_points, of.significance, of.bootstrap);
}
template <class A>
void fields(A& archive, Is<io::Numbers> auto& of) {
  archive(of.label, of.dtype, of.shape, of.values);
}
template <class A>
void fields(A& archive, Is<OodSet> auto& of) {
  archive(of.name, of.table);
}
template <class A>
void fields(A& archive, Is<OodTables> auto& of) {
  archive(of.in, of.out);
}
template <class A>
void fields(A& archive, Is<MeasureState> auto& of) {
  archive(of.block);
}
template <class A>
void fields(A& archive, Is<RejectState> auto& of) {
  std::optional<double> share;
  std::optional<io::Numbers> rows;
  if (const auto* held = std::get_if<double>(&of.calibration)) share = *held;
  if (const auto* held = std::get_if<GivenNumbers>(&of.calibration)) rows = held->read();
  archive(of.options, share, rows, of.table);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(of)>>) {
    if (share) of.calibration = *share;
    if (rows) of.calibration = GivenNumbers{{}, {}, std::move(rows)};
  }
}
template <class A>
void fields(A& archive, Is<OodState> auto& of) {
  archive(of.options, of.tables);
}

}  // namespace qualm::state
