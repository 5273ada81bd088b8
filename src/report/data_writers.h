// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/data.h"

namespace qualm::report {

void write_found_table(io::Sink& sink, std::span<const FoundDataset> found,
                       std::span<const std::string> places, const TableStyle& style);
void write_found_json(io::Sink& sink, std::span<const FoundDataset> found,
                      std::span<const std::string> places);

/// One line per file: its name, a word about it, and what there is to say.
struct FileLine {
  std::string name, word, remark;
  bool is_bad = false;
};
void write_file_table(io::Sink& sink, std::span<const FileLine> lines, const TableStyle& style);
void write_checked_json(io::Sink& sink, const DatasetInfo& info,
                        std::span<const CheckedFile> files);
void write_got_json(io::Sink& sink, const DatasetInfo& info, std::span<const GotFile> files);

}  // namespace qualm::report
