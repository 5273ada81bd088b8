// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "qualm/io.h"
#include "qualm/plot.h"
#include "qualm/report/formats.h"
#include "qualm/theory/distributions.h"

namespace qualm::report {

/// A distribution and its measures, all rows with the same families.
struct ExampleRow {
  NamedDistribution named;
  std::vector<DistributionMeasure> measures;
};

/// table: four decimals; csv: one row per distribution; json: everything, schema qualm.examples/1.
[[nodiscard]] std::span<const Format> example_formats() noexcept;

/// The caller finishes the sink. Throws usage if the format is none of example_formats.
void write_examples(Format format, io::Sink& sink, std::span<const ExampleRow> rows,
                    const TableStyle& style = {});

/// One panel per distribution: its density, with Diracs as stems, or the densities of the classes
/// if there are more than two; the values below it.
[[nodiscard]] plot::Figure example_figure(std::span<const ExampleRow> rows);

}  // namespace qualm::report
