// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "qualm/analysis/explain.h"
#include "qualm/io.h"
#include "qualm/plot.h"
#include "qualm/report/formats.h"
#include "qualm/report/measures.h"

namespace qualm::report {

/// An instance in words: which classes it wavers between, and for each of them whether most of
/// the variance is epistemic or aleatoric.
[[nodiscard]] std::string in_words(const Explanation& instance,
                                   std::span<const std::string> class_names);

/// table: each instance in words, with bars; csv: one row per instance and class; json: everything,
/// schema qualm.explain/1. So too for the rows to label, schema qualm.label_next/1.
[[nodiscard]] std::span<const Format> explain_formats() noexcept;

/// The caller finishes the sink. Throws usage if the format is none of explain_formats.
void write_explain(Format format, io::Sink& sink, const ExplainResult& result,
                   const MeasureInfo& info, const TableStyle& style = {});
void write_label_next(Format format, io::Sink& sink, const LabelNext& result,
                      const MeasureInfo& info, const TableStyle& style = {});

/// One panel per instance: its picture, if there is one, and one bar per class, EU_k below AU_k.
[[nodiscard]] plot::Figure explain_figure(const ExplainResult& result);

}  // namespace qualm::report
