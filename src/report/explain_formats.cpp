// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/explain_writers.h"

namespace qualm::report {
namespace {

constexpr Format explain_formats_written[] = {Format::table, Format::csv, Format::json};
WriteExplain* const explain_writers[] = {write_explain_table, write_explain_csv,
                                         write_explain_json};
WriteLabelNext* const label_next_writers[] = {write_label_next_table, write_label_next_csv,
                                              write_label_next_json};

}  // namespace

std::span<const Format> explain_formats() noexcept {
  return explain_formats_written;
}

void write_explain(Format format, io::Sink& sink, const ExplainResult& result,
                   const MeasureInfo& info, const TableStyle& style) {
  explain_writers[index_of(format, explain_formats_written)](sink, result, info, style);
}

void write_label_next(Format format, io::Sink& sink, const LabelNext& result,
                      const MeasureInfo& info, const TableStyle& style) {
  label_next_writers[index_of(format, explain_formats_written)](sink, result, info, style);
}

}  // namespace qualm::report
