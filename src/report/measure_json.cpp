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

  void block(const MeasuredBlock& block) override { append(collected_, block, info_.n_instances); }

  // What all processes know, the first one writes; after the rows of each comes a cut, so that
  // those of the next process follow.
  void end() override {
    const std::uint64_t n_rescaled = info_.group->sum(collected_.measures.renormalized_rows);
    common(fmt::format(R"({{"schema":"qualm.measure/1","qualm_version":{},)"
                       "\n"
                       R"("instances":{},"members":{},"classes":{},"runs":{},)"
                       "\n\"class_names\":{},\n",
                       json_string(QUALM_VERSION), info_.n_instances, info_.n_members,
                       info_.n_classes, info_.n_runs, json_strings(info_.class_names)));
    if (info_.group->is_first()) conventions(n_rescaled);
    const Measures& all = collected_.measures;
    if (info_.has_ids()) {
      list(",\n\"ids\":", info_.ids.size(),
           [&](std::size_t i) { out_.text(json_string(info_.ids[i])); });
    }
    list(",\n\"predicted\":", all.predicted.size(),
         [&](std::size_t i) { out_.integer(all.predicted[i]); });
    if (info_.has_labels()) {
      list(",\n\"labels\":", info_.labels.size(),
           [&](std::size_t i) { out_.integer(info_.labels[i]); });
    }
    if (info_.options.per_class) matrix(",\n\"mean\":", all.mean);
    common(",\n\"measures\":{");
    for (std::size_t f = 0; f < all.families.size(); ++f) measure(f);
    common("}}\n");
    out_.flush();
  }

 private:
  void common(std::string_view text) {
    if (info_.group->is_first()) out_.text(text);
  }

  void conventions(std::uint64_t n_rescaled) {
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
                          options.corrected, options.ordered, n_rescaled));
  }

  void measure(std::size_t f) {
    const FamilyResult& result = collected_.measures.families[f];
    const Family& family = result.measure.family();
    common(fmt::format("{}\n{}:{{\"unit\":{}", f > 0 ? "," : "", json_string(result.measure.name()),
                       json_string(result.unit)));
    for (const Part part : all_parts) {
      array_or_null(fmt::format(",\n\"{}\":", qualm::name(part)), get(result.parts, part),
                    family.has(part));
    }
    if (!collected_.deviation.empty()) {
      for (const Part part : all_parts) {
        array_or_null(fmt::format(",\n\"{}_std\":", qualm::name(part)),
                      get(collected_.deviation[f], part), family.has(part));
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
      common("}");
    }
    if (info_.options.per_class && family.label_wise) {
      std::string_view before = ",\n\"per_class\":{";
      for (const Part part : all_parts) {
        matrix(fmt::format("{}\n\"{}\":", before, qualm::name(part)), get(result.per_class, part));
        before = ",";
      }
      common("}");
    }
    common("}");
  }

  // How many rows are null, for each part or extra that has any.
  template <class IsCounted>
  void count_rows(std::string_view key, const FamilyResult& result, const IsCounted& is_counted) {
    std::vector<std::string_view> names;
    std::vector<std::uint64_t> counts;
    const auto count = [&](std::string_view name, std::span<const double> values) {
      names.push_back(name);
      counts.push_back(
          static_cast<std::uint64_t>(std::count_if(values.begin(), values.end(), is_counted)));
    };
    for (const Part part : all_parts) count(qualm::name(part), get(result.parts, part));
    for (const ExtraResult& each : result.extras) count(each.name, each.values);
    counts = info_.group->sums(counts);
    std::string before = fmt::format(",\n\"{}\":{{", key);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      common(fmt::format("{}\"{}\":{}", before, names[i], counts[i]));
      before = ",";
    }
    if (before == ",") common("}");
  }

  // A part that a family does not have is null.
  void array_or_null(std::string_view key, std::span<const double> values, bool is_there) {
    if (is_there) return array(key, values);
    common(fmt::format("{}null", key));
  }

  // One entry per row: those of this process.
  template <class Entry>
  void list(std::string_view key, std::size_t n_rows, const Entry& entry) {
    common(key);
    common("[");
    for (std::size_t i = 0; i < n_rows; ++i) {
      if (i > 0 || !info_.group->is_first()) out_.letter(',');
      entry(i);
    }
    out_.cut();
    common("]");
  }

  void array(std::string_view key, std::span<const double> values) {
    list(key, values.size(), [&](std::size_t i) { out_.number(values[i]); });
  }

  void matrix(std::string_view key, std::span<const double> values) {
    const std::size_t k = info_.n_classes;
    list(key, values.size() / k, [&](std::size_t i) {
      out_.letter('[');
      out_.numbers(values.subspan(i * k, k));
      out_.letter(']');
    });
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
