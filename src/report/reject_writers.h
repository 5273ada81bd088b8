// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/reject.h"

namespace qualm::report {

// One writer a format; reject_formats.cpp holds a row for each.
using WriteReject = void(io::Sink& sink, const RejectResult& result,
                         const std::optional<MeasureInfo>& info, const TableStyle& style);
WriteReject write_reject_table;
WriteReject write_reject_csv;
WriteReject write_reject_json;

}  // namespace qualm::report
