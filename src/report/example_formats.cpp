// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/example_writers.h"

namespace qualm::report {
namespace {

constexpr Format example_formats_written[] = {Format::table, Format::csv, Format::json};
WriteExamples* const example_writers[] = {write_example_table, write_example_csv,
                                          write_example_json};

}  // namespace

std::span<const Format> example_formats() noexcept {
  return example_formats_written;
}

void write_examples(Format format, io::Sink& sink, std::span<const ExampleRow> rows,
                    const TableStyle& style) {
  example_writers[index_of(format, example_formats_written)](sink, rows, style);
}

}  // namespace qualm::report
