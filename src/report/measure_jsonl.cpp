// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "report/json_text.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

class JsonlWriter final : public MeasureWriter {
 public:
  JsonlWriter(io::Sink& sink, MeasureInfo info) : out_(sink, "null"), info_(std::move(info)) {}

  void begin() override {
    for (const Measure& each : info_.options.measures) {
      openings_.push_back(fmt::format(R"(,{}:{{"unit":{})", json_string(each.name()),
                                      json_string(unit_of(each, info_.options))));
    }
  }

  void block(const MeasuredBlock& block) override {
    const Measures& measures = block.measures;
    for (std::size_t i = 0; i < measures.n_instances; ++i) {
      out_.text("{\"row\":");
      out_.integer(block.first_row + i);
      if (info_.has_ids()) {
        out_.text(",\"id\":" + json_string(info_.id(block.first_row + i)));
      }
      out_.text(",\"predicted\":");
      out_.integer(measures.predicted[i]);
      if (info_.has_labels()) {
        out_.text(",\"label\":");
        out_.integer(info_.label(block.first_row + i));
      }
      if (!measures.mean.empty()) row_of(",\"", "mean", measures.mean, i);
      for (std::size_t f = 0; f < measures.families.size(); ++f) {
        out_.text(openings_[f]);
        parts(measures.families[f].parts, i, "\":");
        if (!block.deviation.empty()) parts(block.deviation[f], i, "_std\":");
        extras(measures.families[f].extras, i);
        if (!measures.families[f].per_class.total.empty()) {
          per_class(measures.families[f].per_class, i);
        }
        out_.letter('}');
      }
      out_.text("}\n");
    }
  }

  void end() override { out_.flush(); }

 private:
  void parts(const Parts& parts, std::size_t i, std::string_view after_name) {
    for (const Part part : all_parts) {
      out_.text(",\"");
      out_.text(qualm::name(part));
      out_.text(after_name);
      if (get(parts, part).empty()) {
        out_.text("null");
      } else {
        out_.number(get(parts, part)[i]);
      }
    }
  }
  void extras(const std::vector<ExtraResult>& extras, std::size_t i) {
    std::string_view before = ",\"extras\":{";
    for (const ExtraResult& each : extras) {
      out_.text(before);
      out_.text(json_string(each.name) + ':');
      out_.number(each.values[i]);
      before = ",";
    }
    if (!extras.empty()) out_.letter('}');
  }
  void per_class(const Parts& parts, std::size_t i) {
    std::string_view before_name = ",\"per_class\":{\"";
    for (const Part part : all_parts) {
      row_of(before_name, qualm::name(part), get(parts, part), i);
      before_name = ",\"";
    }
    out_.letter('}');
  }
  void row_of(std::string_view before_name, std::string_view name,
              const std::vector<double>& matrix, std::size_t i) {
    out_.text(before_name);
    out_.text(name);
    out_.text("\":[");
    out_.numbers(std::span(matrix).subspan(i * info_.n_classes, info_.n_classes));
    out_.letter(']');
  }

  TextBuffer out_;
  MeasureInfo info_;
  std::vector<std::string> openings_;  // of each family's object
};

}  // namespace

std::unique_ptr<MeasureWriter> make_jsonl_writer(io::Sink& sink, MeasureInfo info,
                                                 const TableStyle& /*style*/) {
  return std::make_unique<JsonlWriter>(sink, std::move(info));
}

}  // namespace qualm::report
