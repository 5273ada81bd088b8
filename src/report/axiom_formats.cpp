// SPDX-License-Identifier: Apache-2.0
#include "report/axiom_writers.h"
#include "report/choose_format.h"

namespace qualm::report {
namespace {

constexpr Format axiom_formats_written[] = {Format::table, Format::json};
WriteAxioms* const axiom_writers[] = {write_axiom_table, write_axiom_json};

}  // namespace

std::span<const Format> axiom_formats() noexcept {
  return axiom_formats_written;
}

void write_axioms(Format format, io::Sink& sink, std::span<const AxiomReport> reports,
                  const AxiomOptions& options, const TableStyle& style) {
  axiom_writers[index_of(format, axiom_formats_written)](sink, reports, options, style);
}

}  // namespace qualm::report
