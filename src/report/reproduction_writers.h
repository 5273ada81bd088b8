// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/reproduction.h"

namespace qualm::report {

void write_reproduction_table(io::Sink& sink, const Reproduction& result, const TableStyle& style);
void write_reproduction_json(io::Sink& sink, const Reproduction& result, const TableStyle& style);

}  // namespace qualm::report
