// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/reproduction_writers.h"

namespace qualm::report {
namespace {

constexpr Format reproduction_formats_written[] = {Format::table, Format::json};
constexpr decltype(&write_reproduction_table) reproduction_writers[] = {write_reproduction_table,
                                                                        write_reproduction_json};

}  // namespace

std::span<const Format> reproduction_formats() noexcept {
  return reproduction_formats_written;
}

void write_reproduction(Format format, io::Sink& sink, const Reproduction& result,
                        const TableStyle& style) {
  reproduction_writers[index_of(format, reproduction_formats_written)](sink, result, style);
}

}  // namespace qualm::report
