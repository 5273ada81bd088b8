// SPDX-License-Identifier: Apache-2.0
#include "report/support/made_measures.h"

namespace qualm::report {
namespace {

using Numbers = std::vector<double>;

Numbers slice(const Numbers& values, std::size_t first, std::size_t last) {
  if (values.empty()) return {};
  return {values.begin() + static_cast<std::ptrdiff_t>(first),
          values.begin() + static_cast<std::ptrdiff_t>(last)};
}

Parts slice(const Parts& parts, std::size_t first, std::size_t last) {
  return {slice(parts.total, first, last), slice(parts.aleatoric, first, last),
          slice(parts.epistemic, first, last)};
}

}  // namespace

MeasureInfo made_info() {
  MeasureInfo info;
  info.n_instances = 3;
  info.n_members = 5;
  info.n_classes = 2;
  info.class_names = {"cat", "dog"};
  info.axes = "nmk";
  return info;
}

MeasuredBlock made_block() {
  MeasuredBlock block;
  Measures& measures = block.measures;
  measures.n_instances = 3;
  measures.n_members = 5;
  measures.n_classes = 2;
  measures.predicted = {0, 1, 1};
  measures.families = {
      {"variance", "variance", {{0.5, 0.25, 0}, {0.25, 0.25, 0}, {0.25, 0, 0}}, {}},
      {"entropy", "bits", {{1, 0.75, 0}, {0.5, 0.625, 0}, {0.5, 0.125, 0}}, {}}};
  return block;
}

MeasureInfo made_info_per_class() {
  MeasureInfo info = made_info();
  info.options.per_class = true;
  return info;
}

MeasuredBlock made_block_per_class() {
  MeasuredBlock block = made_block();
  block.measures.mean = {0.5, 0.5, 0.125, 0.875, 0, 1};
  block.measures.families[0].per_class = {{0.25, 0.25, 0.125, 0.125, 0, 0},
                                          {0.125, 0.125, 0.125, 0.125, 0, 0},
                                          {0.125, 0.125, 0, 0, 0, 0}};
  return block;
}

MeasuredBlock rows_of(const MeasuredBlock& block, std::size_t first, std::size_t last) {
  MeasuredBlock rows = block;
  Measures& measures = rows.measures;
  const std::size_t k = measures.n_classes;
  rows.first_row = block.first_row + first;
  measures.n_instances = last - first;
  measures.predicted = {measures.predicted.begin() + static_cast<std::ptrdiff_t>(first),
                        measures.predicted.begin() + static_cast<std::ptrdiff_t>(last)};
  measures.mean = slice(measures.mean, first * k, last * k);
  for (FamilyResult& result : measures.families) {
    result.parts = slice(result.parts, first, last);
    result.per_class = slice(result.per_class, first * k, last * k);
  }
  for (Parts& parts : rows.deviation) parts = slice(parts, first, last);
  return rows;
}

std::string written(Format format, const MeasureInfo& info, std::span<const MeasuredBlock> blocks,
                    const TableStyle& style) {
  TextSink sink;
  const auto writer = make_measure_writer(format, sink, info, style);
  writer->begin();
  for (const MeasuredBlock& block : blocks) writer->block(block);
  writer->end();
  return sink.text;
}

std::string written(Format format, const MeasureInfo& info, const MeasuredBlock& block,
                    const TableStyle& style) {
  return written(format, info, std::span(&block, 1), style);
}

}  // namespace qualm::report
