// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/reproduction_writers.h"

namespace qualm::report {
namespace {

constexpr Format written[] = {Format::table, Format::json};
constexpr decltype(&write_reproduction_table) writers[] = {write_reproduction_table,
                                                           write_reproduction_json};

}  // namespace

std::span<const Format> reproduction_formats() noexcept {
  return written;
}

void write_reproduction(Format format, io::Sink& sink, const Reproduction& result,
                        const TableStyle& style) {
  writers[index_of(format, written)](sink, result, style);
}

}  // namespace qualm::report
