// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "qualm/analysis/reject.h"
#include "qualm/io.h"
#include "qualm/plot.h"
#include "qualm/report/formats.h"
#include "qualm/report/measures.h"

namespace qualm::report {

/// table: one row per score; csv: one per point of a curve; json: everything (qualm.reject/1).
[[nodiscard]] std::span<const Format> reject_formats() noexcept;

/// Writes the result; `info` describes the predictions, if there are any. The caller finishes
/// the sink. Throws usage if the format is none of reject_formats.
void write_reject(Format format, io::Sink& sink, const RejectResult& result,
                  const std::optional<MeasureInfo>& info = {}, const TableStyle& style = {});

/// The accuracy-rejection curves alone, with the band of several runs.
[[nodiscard]] plot::Figure reject_curves_figure(const RejectResult& result);
/// A histogram of each score for correct and wrong predictions.
[[nodiscard]] plot::Figure reject_histograms_figure(const RejectResult& result);
/// Both, and a reliability diagram.
[[nodiscard]] plot::Figure reject_figure(const RejectResult& result);

}  // namespace qualm::report
