// SPDX-License-Identifier: Apache-2.0
#include "report/choose_format.h"
#include "report/example_writers.h"

namespace qualm::report {
namespace {

constexpr Format written[] = {Format::table, Format::csv, Format::json};
WriteExamples* const writers[] = {write_example_table, write_example_csv, write_example_json};

}  // namespace

std::span<const Format> example_formats() noexcept {
  return written;
}

void write_examples(Format format, io::Sink& sink, std::span<const ExampleRow> rows,
                    const TableStyle& style) {
  writers[index_of(format, written)](sink, rows, style);
}

}  // namespace qualm::report
