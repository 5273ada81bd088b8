// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/ood.h"

namespace qualm::report {

// One writer a format; ood_formats.cpp holds a row for each.
using WriteOod = void(io::Sink& sink, const OodResult& result,
                      const std::optional<MeasureInfo>& info, const TableStyle& style);
WriteOod write_ood_table;
WriteOod write_ood_csv;
WriteOod write_ood_json;

}  // namespace qualm::report
