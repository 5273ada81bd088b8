// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/reject_writers.h"

namespace qualm::report {
namespace {

constexpr Format reject_formats_written[] = {Format::table, Format::csv, Format::json};
WriteReject* const reject_writers[] = {write_reject_table, write_reject_csv, write_reject_json};

}  // namespace

std::span<const Format> reject_formats() noexcept {
  return reject_formats_written;
}

void write_reject(Format format, io::Sink& sink, const RejectResult& result,
                  const std::optional<MeasureInfo>& info, const TableStyle& style) {
  reject_writers[index_of(format, reject_formats_written)](sink, result, info, style);
}

}  // namespace qualm::report
