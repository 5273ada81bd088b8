// SPDX-License-Identifier: Apache-2.0
#include "report/axiom_writers.h"
#include "report/choose_format.h"

namespace qualm::report {
namespace {

constexpr Format written[] = {Format::table, Format::json};
WriteAxioms* const writers[] = {write_axiom_table, write_axiom_json};

}  // namespace

std::span<const Format> axiom_formats() noexcept {
  return written;
}

void write_axioms(Format format, io::Sink& sink, std::span<const AxiomReport> reports,
                  const AxiomOptions& options, const TableStyle& style) {
  writers[index_of(format, written)](sink, reports, options, style);
}

}  // namespace qualm::report
