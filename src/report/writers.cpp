// SPDX-License-Identifier: Apache-2.0
#include "report/writers.h"

#include <utility>

namespace qualm::report {
namespace {

constexpr Writer<WriteAxioms> axiom_writers[] = {{Format::table, write_axiom_table},
                                                 {Format::json, write_axiom_json}};
constexpr Writer<WriteExamples> example_writers[] = {{Format::table, write_example_table},
                                                     {Format::csv, write_example_csv},
                                                     {Format::json, write_example_json}};
constexpr Writer<WriteExplain> explain_writers[] = {{Format::table, write_explain_table},
                                                    {Format::csv, write_explain_csv},
                                                    {Format::jsonl, write_explain_jsonl},
                                                    {Format::json, write_explain_json},
                                                    {Format::npz, write_explain_npz}};
constexpr Writer<WriteLabelNext> label_next_writers[] = {{Format::table, write_label_next_table},
                                                         {Format::csv, write_label_next_csv},
                                                         {Format::jsonl, write_label_next_jsonl},
                                                         {Format::json, write_label_next_json},
                                                         {Format::npz, write_label_next_npz}};
constexpr Writer<WriteOod> ood_writers[] = {{Format::table, write_ood_table},
                                            {Format::csv, write_ood_csv},
                                            {Format::jsonl, write_ood_jsonl},
                                            {Format::json, write_ood_json},
                                            {Format::npz, write_ood_npz}};
constexpr Writer<WriteReject> reject_writers[] = {{Format::table, write_reject_table},
                                                  {Format::csv, write_reject_csv},
                                                  {Format::jsonl, write_reject_jsonl},
                                                  {Format::json, write_reject_json},
                                                  {Format::npz, write_reject_npz}};
constexpr Writer<MakeMeasureWriter> measure_writers[] = {{Format::table, make_table_writer},
                                                         {Format::csv, make_csv_writer},
                                                         {Format::jsonl, make_jsonl_writer},
                                                         {Format::json, make_json_writer},
                                                         {Format::npz, make_npz_writer}};

}  // namespace

std::span<const Format> axiom_formats() noexcept {
  return formats_of<axiom_writers>;
}
void write_axioms(Format format, io::Sink& sink, std::span<const AxiomReport> reports,
                  const AxiomOptions& options, const TableStyle& style) {
  writer_of<axiom_writers>(format)(sink, reports, options, style);
}

std::span<const Format> example_formats() noexcept {
  return formats_of<example_writers>;
}
void write_examples(Format format, io::Sink& sink, std::span<const ExampleRow> rows,
                    const TableStyle& style) {
  writer_of<example_writers>(format)(sink, rows, style);
}

std::span<const Format> explain_formats() noexcept {
  return formats_of<explain_writers>;
}
void write_explain(Format format, io::Sink& sink, const ExplainResult& result,
                   const MeasureInfo& info, const TableStyle& style) {
  writer_of<explain_writers>(format)(sink, result, info, style);
}
void write_label_next(Format format, io::Sink& sink, const LabelNext& result,
                      const MeasureInfo& info, const TableStyle& style) {
  writer_of<label_next_writers>(format)(sink, result, info, style);
}

std::span<const Format> ood_formats() noexcept {
  return formats_of<ood_writers>;
}
void write_ood(Format format, io::Sink& sink, const OodResult& result,
               const std::optional<MeasureInfo>& info, const TableStyle& style) {
  writer_of<ood_writers>(format)(sink, result, info, style);
}

std::span<const Format> reject_formats() noexcept {
  return formats_of<reject_writers>;
}
void write_reject(Format format, io::Sink& sink, const RejectResult& result,
                  const std::optional<MeasureInfo>& info, const TableStyle& style) {
  writer_of<reject_writers>(format)(sink, result, info, style);
}

std::unique_ptr<MeasureWriter> make_measure_writer(Format format, io::Sink& sink, MeasureInfo info,
                                                   const TableStyle& style) {
  return writer_of<measure_writers>(format)(sink, std::move(info), style);
}

}  // namespace qualm::report
