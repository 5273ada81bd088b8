// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/ood_writers.h"

namespace qualm::report {
namespace {

constexpr Format ood_formats_written[] = {Format::table, Format::csv, Format::json};
WriteOod* const ood_writers[] = {write_ood_table, write_ood_csv, write_ood_json};

}  // namespace

std::span<const Format> ood_formats() noexcept {
  return ood_formats_written;
}

void write_ood(Format format, io::Sink& sink, const OodResult& result,
               const std::optional<MeasureInfo>& info, const TableStyle& style) {
  ood_writers[index_of(format, ood_formats_written)](sink, result, info, style);
}

}  // namespace qualm::report
