// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "qualm/report.h"

namespace qualm::report {

// One factory a format; the registry in formats.cpp holds a row for each.
using MakeMeasureWriter = std::unique_ptr<MeasureWriter>(io::Sink& sink, MeasureInfo info,
                                                         const TableStyle& style);
MakeMeasureWriter make_table_writer;
MakeMeasureWriter make_csv_writer;
MakeMeasureWriter make_jsonl_writer;
MakeMeasureWriter make_json_writer;
MakeMeasureWriter make_npz_writer;

/// "label_entropy_total": a family and a part as the name of a column or an array.
[[nodiscard]] std::string column_name(const Measure& measure, std::string_view part);

}  // namespace qualm::report
