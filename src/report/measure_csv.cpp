// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "report/csv_field.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

class CsvWriter final : public MeasureWriter {
 public:
  CsvWriter(io::Sink& sink, MeasureInfo info) : out_(sink), info_(std::move(info)) {}

  void begin() override {
    if (!info_.group->is_first()) return;
    out_.text(info_.has_ids() ? "row,id,predicted" : "row,predicted");
    if (info_.has_labels()) out_.text(",label");
    for (const Measure& each : info_.options.measures) {
      for (const char* suffix : {"", "_std"}) {
        if (*suffix != '\0' && info_.n_runs < 2) continue;
        for (const Part part : each.family().parts) {
          field(column_name(each, qualm::name(part)) + suffix);
        }
      }
      for (const std::string& extra : info_.options.extras) {
        if (each.family().extra(extra) != nullptr) field(column_name(each, extra));
      }
    }
    if (info_.options.per_class) {
      class_fields("mean");
      for (const Measure& each : info_.options.measures) {
        if (!each.family().label_wise) continue;
        for (const Part part : each.family().parts) {
          class_fields(column_name(each, qualm::name(part)));
        }
      }
    }
    out_.letter('\n');
  }

  void block(const MeasuredBlock& block) override {
    const Measures& measures = block.measures;
    for (std::size_t i = 0; i < measures.n_instances; ++i) {
      out_.integer(block.first_row + i);
      out_.letter(',');
      if (info_.has_ids()) out_.text(csv_field(info_.id(block.first_row + i)) + ',');
      out_.integer(measures.predicted[i]);
      if (info_.has_labels()) {
        out_.letter(',');
        out_.integer(info_.label(block.first_row + i));
      }
      for (std::size_t f = 0; f < measures.families.size(); ++f) {
        const FamilyResult& result = measures.families[f];
        values(result.measure.family(), result.parts, i);
        if (!block.deviation.empty()) values(result.measure.family(), block.deviation[f], i);
        for (const ExtraResult& each : result.extras) value(each.values[i]);
      }
      if (info_.options.per_class) class_values(measures, i);
      out_.letter('\n');
    }
  }

  void end() override { out_.flush(); }

 private:
  void field(const std::string& name) {
    out_.letter(',');
    out_.text(csv_field(name));
  }
  void class_fields(const std::string& column) {
    for (const std::string& name : info_.class_names) field(fmt::format("{}[{}]", column, name));
  }
  void value(double number) {
    out_.letter(',');
    out_.number(number);
  }
  void values(const Family& family, const Parts& parts, std::size_t i) {
    for (const Part part : family.parts) value(get(parts, part)[i]);
  }
  void class_values(const Measures& measures, std::size_t i) {
    row_of(measures.mean, i);
    for (const FamilyResult& result : measures.families) {
      if (!result.measure.family().label_wise) continue;
      for (const Part part : result.measure.family().parts) {
        row_of(get(result.per_class, part), i);
      }
    }
  }
  void row_of(const std::vector<double>& matrix, std::size_t i) {
    out_.letter(',');
    out_.numbers(std::span(matrix).subspan(i * info_.n_classes, info_.n_classes));
  }

  TextBuffer out_;
  MeasureInfo info_;
};

}  // namespace

std::unique_ptr<MeasureWriter> make_csv_writer(io::Sink& sink, MeasureInfo info,
                                               const TableStyle& /*style*/) {
  return std::make_unique<CsvWriter>(sink, std::move(info));
}

}  // namespace qualm::report
