// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "error/choose.h"
#include "qualm/error.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

constexpr FormatInfo all_formats[] = {
    {Format::table, "table", ".txt", "text for reading: the most uncertain rows", false, false,
     false},
    {Format::csv, "csv", ".csv", "one line per instance, score or point of a curve", false, true,
     true},
    {Format::jsonl, "jsonl", ".jsonl", "one JSON object per instance or score", false, true, true},
    {Format::json, "json", ".json", "one JSON document, which names its schema", false, false,
     false},
    {Format::npz, "npz", ".npz", "arrays for numpy.load", true, false, false},
};

}  // namespace

std::span<const FormatInfo> formats() noexcept {
  return all_formats;
}

const FormatInfo& format_info(Format format) noexcept {
  return all_formats[static_cast<std::size_t>(format)];
}

Format parse_format(std::string_view name) {
  return all_formats[choose("format", name, all_formats)].format;
}

void check_format(Format format, std::span<const Format> there_are) {
  if (std::find(there_are.begin(), there_are.end(), format) != there_are.end()) return;
  std::vector<std::string_view> names;
  for (const Format each : there_are) names.push_back(format_info(each).name);
  throw_usage(fmt::format("this command has no {} output: choose from {}", format_info(format).name,
                          fmt::join(names, ", ")));
}

bool asks_for_gzip(std::string_view path) noexcept {
  return path.ends_with(".gz") && format_of_path(path);
}

std::optional<Format> format_of_path(std::string_view path) noexcept {
  const bool is_packed = path.ends_with(".gz");
  if (is_packed) path.remove_suffix(3);
  for (const FormatInfo& info : all_formats) {
    if (info.ending.empty() || (is_packed && !info.packs)) continue;
    if (path.ends_with(info.ending)) return info.format;
  }
  return std::nullopt;
}

std::string column_name(const Measure& measure, std::string_view part) {
  std::string column = fmt::format("{}_{}", measure.name(), part);
  std::replace(column.begin(), column.end(), '-', '_');
  return column;
}

MeasureInfo measure_info(const PredictionSet& set, const MeasureOptions& options) {
  return {set.n_instances(), set.n_members(), set.n_classes(),      set.n_runs(), set.class_names(),
          set.axes(),        set.input(),     set.member_weights(), options,      set.ids()};
}

MeasureInfo measure_info(const Measured& measured) {
  MeasureInfo info = measure_info(*measured.set, measured.measures);
  info.group = measured.group;
  info.first_row = measured.set->rows().first;
  info.has_ids_elsewhere = measured.set->has_ids();
  return info;
}

MeasureInfo with_labels(MeasureInfo info, const PredictionSet& set) {
  info.labels = set.labels();
  info.has_labels_elsewhere = set.has_labels();
  return info;
}

std::optional<MeasureInfo> measure_info(const std::optional<Measured>& measured) {
  if (!measured) return std::nullopt;
  return measure_info(*measured);
}

}  // namespace qualm::report
