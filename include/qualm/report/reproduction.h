// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/io.h"
#include "qualm/report/formats.h"
#include "qualm/reproduction.h"

namespace qualm::report {

/// table: reproduced and published numbers, and how experiments were reduced; json: everything,
/// schema qualm.reproduction/1.
[[nodiscard]] std::span<const Format> reproduction_formats() noexcept;

/// The caller finishes the sink. Throws usage if the format is none of reproduction_formats.
void write_reproduction(Format format, io::Sink& sink, const Reproduction& result,
                        const TableStyle& style = {});

}  // namespace qualm::report
