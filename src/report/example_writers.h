// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/report/examples.h"

namespace qualm::report {

// One writer a format; example_formats.cpp holds a row for each.
using WriteExamples = void(io::Sink& sink, std::span<const ExampleRow> rows,
                           const TableStyle& style);
WriteExamples write_example_table;
WriteExamples write_example_csv;
WriteExamples write_example_json;

}  // namespace qualm::report
