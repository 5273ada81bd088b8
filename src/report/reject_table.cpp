// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/text.h"
#include "report/reasons.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

using Cell = TextTable::Cell;

constexpr const char* statistic_titles[] = {"AURC", "AUARC", "E-AURC", "AUGRC", "AUROC"};

/// 0.8 as 80%, 0.995 as 99.5%.
std::string exact_percent(double share) {
  return fmt::format("{:.6g}%", share * 100);
}

std::vector<std::string> titles(const RejectOptions& options) {
  std::vector<std::string> result = {"score"};
  result.insert(result.end(), std::begin(statistic_titles), std::end(statistic_titles));
  for (const double coverage : options.coverages) {
    result.push_back("acc@" + exact_percent(coverage));
  }
  for (const double risk : options.risks) result.push_back("cov@" + exact_percent(risk));
  result.emplace_back("overlap");
  return result;
}

std::vector<Cell> cells(const ScoreRejection& score, bool is_score, Reasons& reasons) {
  const Ink ink = is_score ? Ink::plain : Ink::dim;
  std::vector<Cell> row = {{io::printable(score.name), ink}};
  for (std::size_t i = 0; i < score.statistics.size(); ++i) {
    row.push_back({reasons.text(score.statistics[i], statistic_titles[i]), ink});
  }
  for (const Estimate& each : score.accuracy_at_coverage) {
    row.push_back({reasons.text(each, "accuracy at a coverage"), ink});
  }
  for (const Estimate& each : score.coverage_at_risk) {
    row.push_back({reasons.text(each, "coverage at a risk"), ink});
  }
  row.push_back({is_score ? reasons.text(score.overlap, "overlap") : "", ink});
  return row;
}

std::string calibration_text(const CalibrationResult& calibration, Reasons& reasons) {
  return fmt::format("\nThe mean prediction: NLL {} (nats), Brier {}, ECE {}, MCE {}\n",
                     reasons.text(calibration.nll, "NLL"), reasons.text(calibration.brier, "Brier"),
                     reasons.text(calibration.ece, "ECE"), reasons.text(calibration.mce, "MCE"));
}

/// Of the data for one run, of the mean over several.
std::string intervals_text(const RejectResult& result, const TableStyle& style, Reasons& reasons) {
  std::vector<std::string> heading = {result.n_runs == 1 ? "95% intervals"
                                                         : "95% intervals over runs"};
  heading.insert(heading.end(), std::begin(statistic_titles), std::end(statistic_titles));
  TextTable table(heading);
  for (const ScoreRejection& score : result.scores) {
    std::vector<Cell> row = {{io::printable(score.name)}};
    for (const Estimate& each : score.statistics) {
      row.push_back({each.ci95.is_defined()
                         ? fmt::format("{:.4f}…{:.4f}", each.ci95.low, each.ci95.high)
                         : reasons.text(Figure{each.ci95.low, each.ci95.undefined}, "interval")});
    }
    table.row(std::move(row));
  }
  return "\n" + table.text(style.width, style.color);
}

/// Each number for one run; the least and greatest of several, as none may be hidden in a mean.
std::string range(const std::vector<double>& values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return *least == *greatest ? short_number(*least)
                             : short_number(*least) + "…" + short_number(*greatest);
}

/// A single threshold has all its digits, to be copied.
std::string guarantee_text(const RejectResult& result, const TableStyle& style, Reasons& reasons) {
  const GuaranteeRequest& wanted = *result.options.guarantee;
  bool any_threshold = false;
  TextTable table({"score", "threshold", "coverage", "risk on test rows"});
  for (const ScoreRejection& score : result.scores) {
    std::vector<double> thresholds, coverages, risks;
    Figure none;
    for (const GuaranteedThreshold& run : score.guarantee) {
      if (!run.promise.threshold.is_defined()) none = run.promise.threshold;
      thresholds.push_back(run.promise.threshold.value);
      coverages.push_back(run.on_test_rows.coverage);
      if (run.on_test_rows.risk.is_defined()) risks.push_back(run.on_test_rows.risk.value);
    }
    if (!none.undefined.empty()) {
      table.row({{io::printable(score.name)}, {reasons.text(none, "threshold")}, {"0"}, {"-"}});
    } else {
      any_threshold = true;
      table.row({{io::printable(score.name)},
                 {thresholds.size() == 1 ? fmt::format("{}", thresholds[0]) : range(thresholds)},
                 {range(coverages)},
                 {risks.empty() ? "-" : range(risks)}});
    }
  }
  if (!any_threshold) return "\n" + table.text(style.width, style.color);
  std::string words = fmt::format(
      "\nKeep rows with a score of at most the threshold. With probability {} over the draw of the "
      "{}, the expected error rate of new rows kept is at most {}.\n"
      "Assumed: new rows come from the same distribution as the calibration rows, and a higher "
      "threshold does not lower the error rate. The error rate of one test set can exceed {} by "
      "chance.\n"
      "The probability holds for one score that was chosen before looking at the results.\n",
      exact_percent(1 - wanted.delta), counted(result.n_calibration_rows, "calibration row"),
      exact_percent(wanted.risk), exact_percent(wanted.risk));
  if (result.n_runs > 1) {
    words += fmt::format(
        "Each of the {} runs has a threshold of its own, for its own ensemble: the table shows the "
        "least and the greatest; {}.\n",
        result.n_runs, style.in_python ? "each one: to_dict()" : "each one: --format json");
  }
  return wrapped(words, style.width) + table.text(style.width, style.color);
}

/// What rejecting by the first score does, in one sentence; empty where a number does not exist.
std::string headline(const RejectResult& result) {
  const std::vector<double>& coverages = result.options.coverages;
  if (coverages.empty() || result.scores.empty()) return {};
  const auto tenth = std::find(coverages.begin(), coverages.end(), 0.9);
  const auto at = tenth == coverages.end() ? 0 : tenth - coverages.begin();
  const ScoreRejection& score = result.scores.front();
  const Figure& before = result.accuracy.value;
  const Figure& after = score.accuracy_at_coverage[static_cast<std::size_t>(at)].value;
  if (!before.is_defined() || !after.is_defined()) return {};
  const double coverage = coverages[static_cast<std::size_t>(at)];
  // Of a few rows, not one is rejected.
  if ((1 - coverage) * static_cast<double>(result.n_rows) < 1 - 1e-9) return {};
  return fmt::format("Reject the most uncertain {:.6g}%: accuracy {:.1f} → {:.1f}% ({})\n",
                     100 * (1 - coverage), 100 * before.value, 100 * after.value,
                     io::printable(score.name));
}

}  // namespace

void write_reject_table(io::Sink& sink, const RejectResult& result,
                        const std::optional<MeasureInfo>& info, const TableStyle& style) {
  Reasons reasons;
  std::string text = counted(result.n_rows, "instance");
  if (info) text += ", " + counted(info->n_classes, "class", "es");
  text += fmt::format(", accuracy {}", reasons.text(result.accuracy, "accuracy"));
  if (result.n_runs > 1) {
    text += fmt::format("; mean ± std (ddof 0) over {} runs", result.n_runs);
  }
  TextTable table(titles(result.options));
  for (const ScoreRejection& score : result.scores) table.row(cells(score, true, reasons));
  table.row(cells(result.random, false, reasons));
  table.row(cells(result.oracle, false, reasons));
  text =
      wrapped(headline(result) + text, style.width) + "\n\n" + table.text(style.width, style.color);
  if (result.options.intervals_in_table) text += intervals_text(result, style, reasons);
  if (result.calibration) {
    text += wrapped(calibration_text(*result.calibration, reasons), style.width);
  }
  if (result.options.guarantee) text += guarantee_text(result, style, reasons);
  text += wrapped(
      reasons.footnotes() +
          "\nLower is better for AURC, E-AURC, AUGRC and overlap; AUROC is that of the score for "
          "detecting errors" +
          (result.options.intervals_in_table ? ""
           : style.in_python                 ? "; 95% intervals: ci95"
                                             : "; 95% intervals: --intervals") +
          (style.in_python ? "; curves: to_dict()\n" : "; curves: --format json\n"),
      style.width);
  sink.write(text);
}

}  // namespace qualm::report
