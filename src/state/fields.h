// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/ood_source.h"
#include "qualm/analysis/reject_source.h"
#include "state/pack.h"

// The fields of every struct that is packed, in order. A struct that gets a new field gets it here.
namespace qualm::state {

template <class A>
void fields(A& archive, Is<Figure> auto& of) {
  archive(of.value, of.undefined);
}
template <class A>
void fields(A& archive, Is<Interval> auto& of) {
  archive(of.low, of.high, of.method, of.undefined);
}
template <class A>
void fields(A& archive, Is<Estimate> auto& of) {
  archive(of.value, of.std, of.ci95);
}
template <class A>
void fields(A& archive, Is<Histogram> auto& of) {
  archive(of.edges, of.negative, of.positive, of.overlap, of.n_infinite);
}
template <class A>
void fields(A& archive, Is<OperatingPoint> auto& of) {
  archive(of.threshold, of.kept, of.coverage, of.risk);
}
template <class A>
void fields(A& archive, Is<RiskGuarantee> auto& of) {
  archive(of.threshold, of.bound, of.coverage, of.confidence);
}
template <class A>
void fields(A& archive, Is<GuaranteedThreshold> auto& of) {
  archive(of.promise, of.on_test_rows);
}
template <class A>
void fields(A& archive, Is<ScoreRejection> auto& of) {
  archive(of.name, of.rejected, of.accuracy, of.accuracy_std, of.half_width, of.deviation,
          of.statistics, of.accuracy_at_coverage, of.coverage_at_risk, of.at_risk, of.histogram,
          of.overlap, of.guarantee);
}
template <class A>
void fields(A& archive, Is<OodDetection> auto& of) {
  archive(of.statistics, of.fpr, of.tpr, of.tpr_std, of.histogram, of.overlap, of.is_best);
}
template <class A>
void fields(A& archive, Is<ScoreDetection> auto& of) {
  archive(of.detection, of.aurocs);
}
template <class A>
void fields(A& archive, Is<Moments> auto& of) {
  archive(of.sum, of.squares);
}
template <class A>
void fields(A& archive, Is<PairMoments> auto& of) {
  archive(of.of_negatives, of.of_positives);
}
template <class A>
void fields(A& archive, Is<CalibrationSums::Bin> auto& of) {
  archive(of.n_rows, of.n_correct, of.confidence);
}
template <class A>
void fields(A& archive, Is<CalibrationSums> auto& of) {
  archive(of.n_rows, of.n_correct, of.n_zero_probability, of.nll, of.brier, of.bins);
}
template <class A>
void fields(A& archive, Is<CalibrationRows> auto& of) {
  archive(of.confidence, of.true_probability, of.squared_error, of.correct);
}
template <class A>
void fields(A& archive, Is<RunScores> auto& of) {
  archive(of.columns, of.predicted, of.wrong, of.calibration);
}
template <class A>
void fields(A& archive, Is<ScoreTable> auto& of) {
  archive(of.n_rows, of.names, of.runs, of.renormalized_rows);
}
template <class A>
void fields(A& archive, Is<Parts> auto& of) {
  archive(of.total, of.aleatoric, of.epistemic);
}
template <class A>
void fields(A& archive, Is<ExtraResult> auto& of) {
  archive(of.name, of.unit, of.values);
}
template <class A>
void fields(A& archive, Is<FamilyResult> auto& of) {
  archive(of.measure, of.unit, of.parts, of.per_class, of.extras);
}
template <class A>
void fields(A& archive, Is<Measures> auto& of) {
  archive(of.n_instances, of.n_members, of.n_classes, of.predicted, of.mean, of.families,
          of.renormalized_rows);
}
template <class A>
void fields(A& archive, Is<MeasuredBlock> auto& of) {
  archive(of.first_row, of.measures, of.deviation);
}

}  // namespace qualm::state
