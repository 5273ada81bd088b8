// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "report/json_conventions.h"
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

class RejectJson {
 public:
  RejectJson(io::Sink& sink, const RejectResult& result, JsonLayout layout)
      : json_(sink, layout), result_(result), several_(result.n_runs > 1) {}

  void write_document(const std::optional<MeasureInfo>& info) {
    json_.open();
    json_.text("schema", "qualm.reject/1");
    json_.text("qualm_version", QUALM_VERSION);
    json_.integer("instances", result_.n_rows);
    if (result_.n_calibration_rows > 0) {
      json_.integer("calibration_instances", result_.n_calibration_rows);
    }
    json_.integer("runs", result_.n_runs);
    json_.estimate("accuracy", result_.accuracy, several_);
    conventions(info);
    json_.open("curves");
    for_each_curve([&](const ScoreRejection& score, bool is_score) {
      json_.open(score.name);
      curve(score, is_score);
      json_.close();
    });
    json_.close();
    json_.open("histograms");
    for (const ScoreRejection& score : result_.scores) histogram(score.name, score);
    json_.close();
    if (result_.calibration) calibration(*result_.calibration);
    json_.close();
    json_.end();
  }

  void write_lines() {
    for_each_curve([&](const ScoreRejection& score, bool is_score) {
      json_.open();
      json_.text("score", score.name);
      curve(score, is_score);
      if (is_score) histogram("histogram", score);
      json_.close();
      json_.end_line();
    });
    json_.flush();
  }

 private:
  template <class Visit>
  void for_each_curve(Visit visit) const {
    for (const ScoreRejection& score : result_.scores) visit(score, true);
    visit(result_.random, false);
    visit(result_.oracle, false);
  }

  void conventions(const std::optional<MeasureInfo>& info) {
    const RejectOptions& options = result_.options;
    json_.open("conventions");
    if (info) measure_conventions(json_, *info);
    json_.text("ties", "expectation over their orders");
    json_.text("area", name(options.area));
    json_.text("optimum", name(options.optimum));
    json_.integer("bins", options.n_bins);
    json_.text("binning", name(options.binning));
    json_.integer("std_ddof", 0);
    json_.text("band", name(options.band));
    json_.integer("band_ddof", options.band == Band::std ? 0 : options.band_ddof);
    json_.integer("bootstrap_replicates", several_ ? 0 : options.bootstrap.replicates);
    json_.integer("seed", options.bootstrap.seed);
    json_.close();
  }

  void curve(const ScoreRejection& score, bool is_score) {
    json_.numbers("rejected", score.rejected);
    json_.numbers("accuracy", score.accuracy, "null where nothing is kept");
    if (several_) {
      json_.numbers("accuracy_std", score.accuracy_std);
      json_.numbers("band_half_width", score.half_width);
    } else {
      json_.figure("accuracy_std", result_.accuracy.std);
    }
    json_.number("curve_deviation", score.deviation);
    const std::vector<Statistic> statistics = rejection_statistics();
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      json_.estimate(statistics[i].name, score.statistics[i], several_);
    }
    if (is_score) intervals(statistics, score);
    at(score, is_score);
    if (!score.guarantee.empty()) guarantee(score);
  }

  void intervals(const std::vector<Statistic>& statistics, const ScoreRejection& score) {
    json_.open("ci95");
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      json_.interval(statistics[i].name, score.statistics[i].ci95);
    }
    json_.close();
    json_.open("ci95_method");
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      const Interval& interval = score.statistics[i].ci95;
      if (interval.is_defined()) json_.text(statistics[i].name, interval.method);
    }
    json_.close();
  }

  void at(const ScoreRejection& score, bool is_score) {
    const RejectOptions& options = result_.options;
    json_.open("accuracy_at_coverage");
    for (std::size_t i = 0; i < options.coverages.size(); ++i) {
      json_.estimate(fmt::format("{}", options.coverages[i]), score.accuracy_at_coverage[i],
                     several_);
    }
    json_.close();
    json_.open("coverage_at_risk");
    for (std::size_t i = 0; i < options.risks.size(); ++i) {
      json_.open(fmt::format("{}", options.risks[i]));
      json_.estimate("coverage", score.coverage_at_risk[i], several_);
      if (is_score && !several_) threshold(score.at_risk[i].threshold);
      json_.close();
    }
    json_.close();
  }

  void threshold(double value) {
    json_.figure("threshold", {value, std::isfinite(value) ? ""
                                      : value > 0 ? "infinite: all scores are below the limit"
                                                  : "no threshold reaches this risk"});
  }

  void guarantee(const ScoreRejection& score) {
    json_.open_list("guarantee");
    for (const GuaranteedThreshold& each : score.guarantee) {
      json_.open();
      json_.number("risk", result_.options.guarantee->risk);
      json_.number("delta", result_.options.guarantee->delta);
      json_.text("method", name(result_.options.guarantee_method));
      if (each.promise.threshold.is_defined()) {
        threshold(each.promise.threshold.value);
      } else {
        json_.figure("threshold", each.promise.threshold);
      }
      json_.number("bound", each.promise.bound);
      json_.number("calibration_coverage", each.promise.coverage);
      json_.number("test_coverage", each.on_test_rows.coverage);
      json_.figure("test_risk", each.on_test_rows.risk);
      json_.close();
    }
    json_.close_list();
  }

  void histogram(const std::string& key, const ScoreRejection& score) {
    json_.open(key);
    json_.numbers("edges", score.histogram.edges);
    json_.numbers("correct", score.histogram.negative);
    json_.numbers("incorrect", score.histogram.positive);
    json_.estimate("overlap", score.overlap, several_);
    json_.close();
  }

  void calibration(const CalibrationResult& calibration) {
    json_.open("calibration");
    json_.estimate("accuracy", calibration.accuracy, several_);
    json_.estimate("nll", calibration.nll, several_);
    json_.estimate("brier", calibration.brier, several_);
    json_.estimate("ece", calibration.ece, several_);
    json_.estimate("mce", calibration.mce, several_);
    json_.open_list("reliability");
    for (const ReliabilityBin& bin : calibration.reliability.bins) {
      json_.open();
      json_.number("low", bin.low);
      json_.number("high", bin.high);
      json_.integer("rows", bin.n_rows);
      json_.integer("correct", bin.n_correct);
      json_.number("confidence", bin.confidence.value);
      json_.number("accuracy", bin.accuracy.value);
      json_.close();
    }
    json_.close_list();
    json_.close();
  }

  JsonDocument json_;
  const RejectResult& result_;
  bool several_;
};

}  // namespace

void write_reject_json(io::Sink& sink, const RejectResult& result,
                       const std::optional<MeasureInfo>& info, const TableStyle& /*style*/) {
  RejectJson(sink, result, JsonLayout::document).write_document(info);
}

void write_reject_jsonl(io::Sink& sink, const RejectResult& result,
                        const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  RejectJson(sink, result, JsonLayout::lines).write_lines();
}

}  // namespace qualm::report
