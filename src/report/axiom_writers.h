// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/axioms.h"

namespace qualm::report {

// One writer a format; axiom_formats.cpp holds a row for each.
using WriteAxioms = void(io::Sink& sink, std::span<const AxiomReport> reports,
                         const AxiomOptions& options, const TableStyle& style);
WriteAxioms write_axiom_table;
WriteAxioms write_axiom_json;

/// "TU", "AU", "EU"
[[nodiscard]] std::string part_symbol(Part part);

}  // namespace qualm::report
