// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/json_conventions.h"
#include "report/json_text.h"
#include "report/text_buffer.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

/// One document by the schema qualm.measure/1; a line break after each top-level key.
class JsonWriter final : public MeasureWriter {
 public:
  JsonWriter(io::Sink& sink, MeasureInfo info) : out_(sink, "null"), info_(std::move(info)) {}

  void begin() override {}

  void block(const MeasuredBlock& block) override { append(collected_, block); }

  void end() override {
    out_.text(fmt::format(R"({{"schema":"qualm.measure/1","qualm_version":{},)"
                          "\n"
                          R"("instances":{},"members":{},"classes":{},"runs":{},)"
                          "\n\"class_names\":{},\n",
                          json_string(QUALM_VERSION), info_.n_instances, info_.n_members,
                          info_.n_classes, info_.n_runs, json_strings(info_.class_names)));
    conventions();
    if (!info_.ids.empty()) out_.text(",\n\"ids\":" + json_strings(info_.ids));
    out_.text(",\n\"predicted\":[");
    const Measures& all = collected_.measures;
    for (std::size_t i = 0; i < all.predicted.size(); ++i) {
      if (i > 0) out_.letter(',');
      out_.integer(all.predicted[i]);
    }
    out_.letter(']');
    if (!all.mean.empty()) {
      out_.text(",\n\"mean\":");
      matrix(all.mean);
    }
    out_.text(",\n\"measures\":{");
    for (std::size_t f = 0; f < all.families.size(); ++f) measure(f);
    out_.text("}}\n");
    out_.flush();
  }

 private:
  void conventions() {
    const MeasureOptions& options = info_.options;
    out_.text(fmt::format(
        R"("conventions":{{"axes":{},"input":"{}","log_base":"{}","normalized":{},"class_weights":[)",
        json_string(info_.axes), qualm::name(info_.input), qualm::name(options.log_base),
        options.normalized));
    const std::vector<double> ones(info_.n_classes, 1.0);
    out_.numbers(options.class_weights.empty() ? ones : options.class_weights);
    out_.text("],\"member_weights\":");
    if (info_.member_weights.empty()) {
      out_.text("null");
    } else {
      out_.letter('[');
      out_.numbers(info_.member_weights);
      out_.letter(']');
    }
    out_.text(fmt::format(R"(,"corrected":{},"ordered":{},"renormalized_rows":{}}})",
                          options.corrected, options.ordered,
                          collected_.measures.renormalized_rows));
  }

  void measure(std::size_t f) {
    const FamilyResult& result = collected_.measures.families[f];
    out_.text(fmt::format("{}\n{}:{{\"unit\":{}", f > 0 ? "," : "",
                          json_string(result.measure.name()), json_string(result.unit)));
    for (const Part part : all_parts) {
      array_or_null(fmt::format(",\n\"{}\":", qualm::name(part)), get(result.parts, part),
                    result.measure.family().has(part));
    }
    if (!collected_.deviation.empty()) {
      for (const Part part : all_parts) {
        array_or_null(fmt::format(",\n\"{}_std\":", qualm::name(part)),
                      get(collected_.deviation[f], part), result.measure.family().has(part));
      }
    }
    count_rows("infinite_rows", result, [](double value) { return std::isinf(value); });
    count_rows("undecided_rows", result, [](double value) { return std::isnan(value); });
    if (!result.extras.empty()) {
      std::string_view before = ",\n\"extras\":{";
      for (const ExtraResult& each : result.extras) {
        array(fmt::format("{}\n{}:", before, json_string(each.name)), each.values);
        before = ",";
      }
      out_.letter('}');
    }
    if (!result.per_class.total.empty()) {
      std::string_view before = ",\n\"per_class\":{";
      for (const Part part : all_parts) {
        out_.text(fmt::format("{}\n\"{}\":", before, qualm::name(part)));
        matrix(get(result.per_class, part));
        before = ",";
      }
      out_.letter('}');
    }
    out_.letter('}');
  }

  // How many rows are null, for each part or extra that has any.
  template <class IsCounted>
  void count_rows(std::string_view key, const FamilyResult& result, const IsCounted& is_counted) {
    std::string before = fmt::format(",\n\"{}\":{{", key);
    const auto add = [&](std::string_view name, std::span<const double> values) {
      const auto n = std::count_if(values.begin(), values.end(), is_counted);
      if (n == 0) return;
      out_.text(fmt::format("{}\"{}\":{}", before, name, n));
      before = ",";
    };
    for (const Part part : all_parts) add(qualm::name(part), get(result.parts, part));
    for (const ExtraResult& each : result.extras) add(each.name, each.values);
    if (before == ",") out_.letter('}');
  }

  // A part that a family does not have is null.
  void array_or_null(std::string_view key, std::span<const double> values, bool is_there) {
    if (is_there) return array(key, values);
    out_.text(key);
    out_.text("null");
  }

  void array(std::string_view key, std::span<const double> values) {
    out_.text(key);
    out_.letter('[');
    out_.numbers(values);
    out_.letter(']');
  }

  void matrix(std::span<const double> values) {
    const std::size_t k = info_.n_classes;
    for (std::size_t first = 0; first < values.size(); first += k) {
      array(first == 0 ? "[" : ",", values.subspan(first, k));
    }
    out_.letter(']');
  }

  TextBuffer out_;
  MeasureInfo info_;
  MeasuredBlock collected_;
};

}  // namespace

std::unique_ptr<MeasureWriter> make_json_writer(io::Sink& sink, MeasureInfo info,
                                                const TableStyle& /*style*/) {
  return std::make_unique<JsonWriter>(sink, std::move(info));
}

}  // namespace qualm::report
