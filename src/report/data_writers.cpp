// SPDX-License-Identifier: Apache-2.0
#include "report/writers.h"

namespace qualm::report {
namespace {

constexpr Writer<WriteFound> found_writers[] = {{Format::table, write_found_table},
                                                {Format::json, write_found_json}};
constexpr Writer<WriteChecked> checked_writers[] = {{Format::table, write_checked_table},
                                                    {Format::json, write_checked_json}};
constexpr Writer<WriteGot> got_writers[] = {{Format::table, write_got_table},
                                            {Format::json, write_got_json}};

}  // namespace

std::span<const Format> data_formats() noexcept {
  return formats_of<found_writers>;
}
void write_found(Format format, io::Sink& sink, std::span<const FoundDataset> found,
                 std::span<const std::string> places, const TableStyle& style) {
  writer_of<found_writers>(format)(sink, found, places, style);
}
void write_checked(Format format, io::Sink& sink, const DatasetInfo& info,
                   std::span<const CheckedFile> files, const TableStyle& style) {
  writer_of<checked_writers>(format)(sink, info, files, style);
}
void write_got(Format format, io::Sink& sink, const DatasetInfo& info,
               std::span<const GotFile> files, const TableStyle& style) {
  writer_of<got_writers>(format)(sink, info, files, style);
}

}  // namespace qualm::report
