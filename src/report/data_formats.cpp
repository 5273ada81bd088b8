// SPDX-License-Identifier: Apache-2.0
#include "io/text.h"
#include "report/data_writers.h"

namespace qualm::report {
namespace {

constexpr Format written[] = {Format::table, Format::json};

bool is_json(Format format) {
  check_format(format, written);
  return format == Format::json;
}

FileLine line_of(const CheckedFile& file) {
  const std::string place = io::printable(file.path, 4096);
  return {file.name, std::string(name(file.verdict)),
          file.detail.empty() ? place : place + ": " + file.detail,
          file.verdict == FileVerdict::different || file.verdict == FileVerdict::missing};
}

FileLine line_of(const GotFile& file) {
  std::string remark = io::printable(file.path, 4096);
  if (file.verdict == FileVerdict::unknown) remark += ": its checksum is not known";
  return {file.name, file.from.empty() ? "there already" : "new", remark, false};
}

template <class File>
std::vector<FileLine> lines_of(std::span<const File> files) {
  std::vector<FileLine> lines;
  for (const File& file : files) lines.push_back(line_of(file));
  return lines;
}

}  // namespace

std::span<const Format> data_formats() noexcept {
  return written;
}

void write_found(Format format, io::Sink& sink, std::span<const FoundDataset> found,
                 std::span<const std::string> places, const TableStyle& style) {
  if (is_json(format)) return write_found_json(sink, found, places);
  write_found_table(sink, found, places, style);
}

void write_checked(Format format, io::Sink& sink, const DatasetInfo& info,
                   std::span<const CheckedFile> files, const TableStyle& style) {
  if (is_json(format)) return write_checked_json(sink, info, files);
  write_file_table(sink, lines_of(files), style);
}

void write_got(Format format, io::Sink& sink, const DatasetInfo& info,
               std::span<const GotFile> files, const TableStyle& style) {
  if (is_json(format)) return write_got_json(sink, info, files);
  write_file_table(sink, lines_of(files), style);
}

}  // namespace qualm::report
