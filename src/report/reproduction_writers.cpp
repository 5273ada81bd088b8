// SPDX-License-Identifier: Apache-2.0
#include "report/writers.h"

namespace qualm::report {
namespace {

constexpr Writer<WriteReproduction> reproduction_writers[] = {
    {Format::table, write_reproduction_table}, {Format::json, write_reproduction_json}};

}  // namespace

std::span<const Format> reproduction_formats() noexcept {
  return formats_of<reproduction_writers>;
}
void write_reproduction(Format format, io::Sink& sink, const Reproduction& result,
                        const TableStyle& style) {
  writer_of<reproduction_writers>(format)(sink, result, style);
}

}  // namespace qualm::report
