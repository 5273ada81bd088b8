// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "qualm/report.h"

namespace qualm::report {

/// One row of a table of writers; writers.cpp holds one table per kind of result.
template <class Function>
struct Writer {
  Format format;
  Function* write;
};

/// The formats of a table, in its order.
template <const auto& table>
inline constexpr auto formats_of = [] {
  std::array<Format, std::size(table)> formats{};
  for (std::size_t i = 0; i < formats.size(); ++i) formats[i] = table[i].format;
  return formats;
}();

/// What writes this format. Throws usage, naming the formats of the table, if it has no such row.
template <const auto& table>
[[nodiscard]] auto* writer_of(Format format) {
  check_format(format, formats_of<table>);
  std::size_t i = 0;
  while (table[i].format != format) ++i;
  return table[i].write;
}

template <class... Given>
using Write = void(io::Sink& sink, Given... given, const TableStyle& style);

using WriteAxioms = Write<std::span<const AxiomReport>, const AxiomOptions&>;
WriteAxioms write_axiom_table, write_axiom_json;

using WriteFound = Write<std::span<const FoundDataset>, std::span<const std::string>>;
WriteFound write_found_table, write_found_json;
using WriteChecked = Write<const DatasetInfo&, std::span<const CheckedFile>>;
WriteChecked write_checked_table, write_checked_json;
using WriteGot = Write<const DatasetInfo&, std::span<const GotFile>>;
WriteGot write_got_table, write_got_json;

using WriteExamples = Write<std::span<const ExampleRow>>;
WriteExamples write_example_table, write_example_csv, write_example_json;

using WriteExplain = Write<const ExplainResult&, const MeasureInfo&>;
WriteExplain write_explain_table, write_explain_csv, write_explain_jsonl, write_explain_json,
    write_explain_npz;
using WriteLabelNext = Write<const LabelNext&, const MeasureInfo&>;
WriteLabelNext write_label_next_table, write_label_next_csv, write_label_next_jsonl,
    write_label_next_json, write_label_next_npz;

using WriteOod = Write<const OodResult&, const std::optional<MeasureInfo>&>;
WriteOod write_ood_table, write_ood_csv, write_ood_jsonl, write_ood_json, write_ood_npz;

using WriteReject = Write<const RejectResult&, const std::optional<MeasureInfo>&>;
WriteReject write_reject_table, write_reject_csv, write_reject_jsonl, write_reject_json,
    write_reject_npz;

using WriteReproduction = Write<const Reproduction&>;
WriteReproduction write_reproduction_table, write_reproduction_json;

// Measures are written block by block: a row of theirs makes a writer.
using MakeMeasureWriter = std::unique_ptr<MeasureWriter>(io::Sink& sink, MeasureInfo info,
                                                         const TableStyle& style);
MakeMeasureWriter make_table_writer, make_csv_writer, make_jsonl_writer, make_json_writer,
    make_npz_writer;

/// "TU", "AU", "EU"
[[nodiscard]] std::string part_symbol(Part part);
/// What a line says of the class weights of `unequal`: ", unequal weights", ", weights 1,1,5".
[[nodiscard]] std::string weights_text(const AxiomReport& report);
/// "label_entropy_total": a family and a part as the name of a column or an array.
[[nodiscard]] std::string column_name(const Measure& measure, std::string_view part);

}  // namespace qualm::report
