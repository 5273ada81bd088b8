// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/io.h"
#include "qualm/report/formats.h"
#include "qualm/report/measures.h"
#include "qualm/theory/axioms.h"

namespace qualm::report {

/// table: measures by axioms; json: everything, schema qualm.axioms/1.
[[nodiscard]] std::span<const Format> axiom_formats() noexcept;

/// The caller finishes the sink. Throws usage if the format is none of axiom_formats.
void write_axioms(Format format, io::Sink& sink, std::span<const AxiomReport> reports,
                  const AxiomOptions& options, const TableStyle& style = {});

/// The point of the simplex with the greatest weighted variance, and that variance: as text, or as
/// json, schema qualm.beta/1. Throws as variance_maximizer does.
void write_maximizer(Format format, io::Sink& sink, std::span<const double> class_weights);

/// Each verdict with its proof or counterexample, and commands that reproduce the counterexample.
void show_axioms(io::Sink& sink, std::span<const AxiomReport> reports, const TableStyle& style);

}  // namespace qualm::report
