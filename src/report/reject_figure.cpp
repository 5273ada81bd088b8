// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "qualm/report/reject.h"
#include "report/curve_colors.h"
#include "report/histogram_panel.h"

namespace qualm::report {
namespace {

using plot::Line;
using plot::Panel;
using plot::Reference;
using plot::TickFormat;

/// What the legend says of the band.
std::string band_text(const RejectResult& result) {
  if (result.n_runs < 2) return {};
  switch (result.options.band) {
    case Band::std:
      return " ± std";
    case Band::sem:
      return " ± standard error";
    case Band::t95:
      break;
  }
  return " ± 95% t-interval";
}

/// Where so few rows are kept that one error shakes the accuracy, a curve is noise that would set
/// the scale of the axis. The paper's figures end here too.
constexpr double last_drawn = 0.98;

Line line_of(const ScoreRejection& score, const std::string& band) {
  Line line{.label = score.name + band};
  for (std::size_t i = 0; i < score.rejected.size(); ++i) {
    if (i > 0 && score.rejected[i] > last_drawn) {
      // Straight lines between the points of a thinned curve are the curve: end on one of them.
      const double before = score.rejected[i - 1];
      if (before >= last_drawn || !score.half_width.empty()) continue;
      const double share = (last_drawn - before) / (score.rejected[i] - before);
      line.x.push_back(last_drawn);
      line.y.push_back(score.accuracy[i - 1] + share * (score.accuracy[i] - score.accuracy[i - 1]));
      continue;
    }
    line.x.push_back(score.rejected[i]);
    line.y.push_back(score.accuracy[i]);
    if (score.half_width.empty()) continue;
    // An interval by Student's t knows nothing of the range.
    line.lower.push_back(std::max(0.0, score.accuracy[i] - score.half_width[i]));
    line.upper.push_back(std::min(1.0, score.accuracy[i] + score.half_width[i]));
  }
  return line;
}

Panel curves_panel(const RejectResult& result) {
  Panel panel{
      .title = "Accuracy vs. rejection",
      .x = {.label = "rejected", .format = TickFormat::percent, .min = 0.0, .max = 1.0},
      .y = {.label = result.n_runs > 1 ? fmt::format("accuracy, mean of {} runs", result.n_runs)
                                       : "accuracy",
            .format = TickFormat::percent}};
  for (std::size_t i = 0; i < result.scores.size(); ++i) {
    Line line = line_of(result.scores[i], band_text(result));
    line.color = curve_color(i);
    panel.marks.emplace_back(std::move(line));
  }
  Line oracle = line_of(result.oracle, "");
  oracle.lower.clear();
  oracle.upper.clear();
  oracle.color = plot::Color::grey;
  oracle.dash = plot::Dash::dotted;
  panel.marks.emplace_back(std::move(oracle));
  panel.marks.emplace_back(Reference{.label = "random",
                                     .kind = Reference::Kind::horizontal,
                                     .value = result.accuracy.value.value});
  if (result.accuracy.value.value == 1) {  // all curves are one line: no padding beyond 100%
    panel.y.min = 0;
    panel.y.max = 1;
  }
  return panel;
}

Panel reliability_panel(const CalibrationResult& calibration, Binning binning) {
  Panel panel{.title = "Reliability of the mean prediction",
              .x = {.label = "confidence", .format = TickFormat::percent, .min = 0.0, .max = 1.0},
              .y = {.label = "accuracy", .format = TickFormat::percent, .min = 0.0, .max = 1.0}};
  // Bins of equal mass have gaps between them, which bars could not show.
  if (binning == Binning::equal_width) {
    plot::Histogram bars{.label = "accuracy of the bin", .color = plot::Color::sky};
    for (const ReliabilityBin& bin : calibration.reliability.bins) {
      if (bars.edges.empty()) bars.edges.push_back(bin.low);
      bars.edges.push_back(bin.high);
      bars.heights.push_back(bin.accuracy.value);
    }
    panel.marks.emplace_back(std::move(bars));
  }
  plot::Points points{.label = "accuracy at mean confidence", .color = plot::Color::black};
  for (const ReliabilityBin& bin : calibration.reliability.bins) {
    points.x.push_back(bin.confidence.value);
    points.y.push_back(bin.accuracy.value);
  }
  panel.marks.emplace_back(std::move(points));
  panel.marks.emplace_back(Reference{.label = "calibrated"});
  return panel;
}

}  // namespace

plot::Figure reject_curves_figure(const RejectResult& result) {
  plot::Figure figure;
  figure.panels.push_back(curves_panel(result));
  return figure;
}

plot::Figure reject_histograms_figure(const RejectResult& result) {
  plot::Figure figure{.columns = 3};
  for (const ScoreRejection& score : result.scores) {
    figure.panels.push_back(histogram_panel(score.name, score.histogram, "correct", "wrong"));
  }
  return figure;
}

plot::Figure reject_figure(const RejectResult& result) {
  plot::Figure figure = reject_curves_figure(result);
  if (result.calibration)
    figure.panels.push_back(reliability_panel(*result.calibration, result.options.binning));
  for (plot::Panel& panel : reject_histograms_figure(result).panels) {
    figure.panels.push_back(std::move(panel));
  }
  figure.columns = figure.panels.size() == 4 ? 2 : 3;
  figure.legend = plot::LegendPlace::each_panel;
  return figure;
}

}  // namespace qualm::report
