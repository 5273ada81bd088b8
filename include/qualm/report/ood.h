// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "qualm/analysis/ood.h"
#include "qualm/io.h"
#include "qualm/plot.h"
#include "qualm/report/formats.h"
#include "qualm/report/measures.h"

namespace qualm::report {

/// table: AUROC by score and set, the best ones marked; csv: one row per score and set; json:
/// everything, schema qualm.ood/1.
[[nodiscard]] std::span<const Format> ood_formats() noexcept;

/// Writes the result; `info` describes the predictions, if there are any. The caller finishes
/// the sink. Throws usage if the format is none of ood_formats.
void write_ood(Format format, io::Sink& sink, const OodResult& result,
               const std::optional<MeasureInfo>& info = {}, const TableStyle& style = {});

/// The ROC curves alone, one panel per set.
[[nodiscard]] plot::Figure ood_roc_figure(const OodResult& result);
/// The same with histograms of each score on each kind of rows.
[[nodiscard]] plot::Figure ood_figure(const OodResult& result);

}  // namespace qualm::report
