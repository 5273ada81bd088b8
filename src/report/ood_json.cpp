// SPDX-License-Identifier: Apache-2.0
#include "report/json_conventions.h"
#include "report/json_document.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

class OodJson {
 public:
  OodJson(io::Sink& sink, const OodResult& result, JsonLayout layout)
      : json_(sink, layout), result_(result), several_(result.n_runs > 1) {}

  void write_document(const std::optional<MeasureInfo>& info) {
    json_.open();
    json_.text("schema", "qualm.ood/1");
    json_.text("qualm_version", QUALM_VERSION);
    json_.integer("runs", result_.n_runs);
    json_.integer("in", result_.n_in);
    json_.open("out");
    for (std::size_t set = 0; set < result_.sets.size(); ++set) {
      json_.integer(result_.sets[set], result_.n_out[set]);
    }
    json_.close();
    conventions(info);
    json_.open("scores");
    for (std::size_t score = 0; score < result_.scores.size(); ++score) {
      json_.open(result_.scores[score]);
      for (std::size_t set = 0; set < result_.sets.size(); ++set) {
        json_.open(result_.sets[set]);
        detection(result_.detections[score][set]);
        json_.close();
      }
      json_.close();
    }
    json_.close();
    json_.open_list("comparisons");
    for (const OodComparison& each : result_.comparisons) comparison(each);
    json_.close_list();
    json_.close();
    json_.end();
  }

  void write_lines() {
    for (std::size_t score = 0; score < result_.scores.size(); ++score) {
      for (std::size_t set = 0; set < result_.sets.size(); ++set) {
        json_.open();
        json_.text("score", result_.scores[score]);
        json_.text("out", result_.sets[set]);
        detection(result_.detections[score][set]);
        json_.close();
        json_.end_line();
      }
    }
    json_.flush();
  }

 private:
  void conventions(const std::optional<MeasureInfo>& info) {
    json_.open("conventions");
    if (info) measure_conventions(json_, *info);
    json_.text("positive", "out");
    json_.text("ties", "one half");
    json_.text("fpr95_positive", result_.options.fpr_target == Target::positives ? "out" : "in");
    json_.integer("bins", result_.options.n_bins);
    json_.integer("std_ddof", 0);
    json_.text("comparison", several_ ? "paired t-test over runs" : "DeLong, paired");
    json_.text("adjustment", "Holm over all comparisons");
    json_.number("significance", result_.options.significance);
    json_.close();
  }

  void detection(const OodDetection& detection) {
    const std::vector<Statistic> statistics = detection_statistics();
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      const Estimate& each = detection.statistics[i];
      json_.estimate(statistics[i].name, each, several_);
      if (statistics[i].name == "auroc") {
        if (!several_) json_.figure("auroc_std", each.std);
        json_.interval("ci95", each.ci95);
        if (each.ci95.is_defined()) json_.text("ci95_method", each.ci95.method);
      } else if (several_ || statistics[i].name != "fpr95" ||
                 result_.options.bootstrap.replicates > 0) {
        json_.interval(std::string(statistics[i].name) + "_ci95", each.ci95);
      }
    }
    json_.boolean("best", detection.is_best);
    json_.open("roc");
    json_.numbers("fpr", detection.fpr);
    json_.numbers("tpr", detection.tpr);
    if (several_) json_.numbers("tpr_std", detection.tpr_std);
    json_.close();
    json_.open("histogram");
    json_.numbers("edges", detection.histogram.edges);
    json_.numbers("in", detection.histogram.negative);
    json_.numbers("out", detection.histogram.positive);
    json_.estimate("overlap", detection.overlap, several_);
    json_.close();
  }

  void comparison(const OodComparison& each) {
    json_.open();
    json_.text("a", result_.scores[each.a]);
    json_.text("b", result_.scores[each.b]);
    json_.text("out", result_.sets[each.set]);
    json_.figure("difference", each.test.difference);
    json_.interval("ci95", each.test.interval);
    json_.figure("p_value", each.test.p_value);
    json_.figure("p_adjusted", each.p_adjusted);
    json_.close();
  }

  JsonDocument json_;
  const OodResult& result_;
  bool several_;
};

}  // namespace

void write_ood_json(io::Sink& sink, const OodResult& result, const std::optional<MeasureInfo>& info,
                    const TableStyle& /*style*/) {
  OodJson(sink, result, JsonLayout::document).write_document(info);
}

void write_ood_jsonl(io::Sink& sink, const OodResult& result,
                     const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  OodJson(sink, result, JsonLayout::lines).write_lines();
}

}  // namespace qualm::report
