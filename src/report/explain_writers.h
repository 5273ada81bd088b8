// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/explain.h"

namespace qualm::report {

// One writer a format; explain_formats.cpp holds a row for each.
using WriteExplain = void(io::Sink& sink, const ExplainResult& result, const MeasureInfo& info,
                          const TableStyle& style);
WriteExplain write_explain_table;
WriteExplain write_explain_csv;
WriteExplain write_explain_json;

using WriteLabelNext = void(io::Sink& sink, const LabelNext& result, const MeasureInfo& info,
                            const TableStyle& style);
WriteLabelNext write_label_next_table;
WriteLabelNext write_label_next_csv;
WriteLabelNext write_label_next_json;

}  // namespace qualm::report
