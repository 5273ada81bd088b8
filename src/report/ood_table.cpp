// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/text.h"
#include "report/reasons.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

using Cell = TextTable::Cell;

constexpr std::size_t most_comparisons_shown = 12;

std::string set_name(const OodResult& result, std::size_t set) {
  return shortened_name(io::printable(result.sets[set]), 20);
}

/// "0.8820 ± 0.0180" for several runs, "0.8820 (0.8610…0.9003)" for one whose interval is known.
std::string with_interval(const Estimate& estimate, std::string_view what, Reasons& reasons) {
  std::string text = reasons.text(estimate, what);
  if (!estimate.std.is_defined() && estimate.ci95.is_defined()) {
    text += fmt::format(" ({:.4f}…{:.4f})", estimate.ci95.low, estimate.ci95.high);
  }
  return text;
}

std::string auroc_table(const OodResult& result, const TableStyle& style, Reasons& reasons) {
  std::vector<std::string> titles = {"AUROC"};
  const std::string unmarked = style.color ? "" : "  ";
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    titles.push_back(set_name(result, set) + unmarked);
  }
  TextTable table(titles);
  for (std::size_t score = 0; score < result.scores.size(); ++score) {
    std::vector<Cell> row = {{io::printable(result.scores[score])}};
    for (const OodDetection& detection : result.detections[score]) {
      std::string text = with_interval(detection.statistics[0], "AUROC", reasons);
      const bool is_marked = detection.is_best && result.scores.size() > 1;
      text += is_marked && !style.color ? " *" : unmarked;
      row.push_back({text, is_marked ? Ink::bold : Ink::plain});
    }
    table.row(std::move(row));
  }
  return table.text(style.width, style.color);
}

std::string other_numbers(const OodResult& result, const TableStyle& style, Reasons& reasons) {
  const char* fpr = result.options.fpr_target == Target::negatives ? "FPR95 of in" : "FPR95";
  TextTable table({"score", "out", "AUPR in", "AUPR out", fpr, "overlap"}, 2);
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    for (std::size_t score = 0; score < result.scores.size(); ++score) {
      const OodDetection& detection = result.detections[score][set];
      table.row({{io::printable(result.scores[score])},
                 {set_name(result, set)},
                 {with_interval(detection.statistics[1], "AUPR in", reasons)},
                 {with_interval(detection.statistics[2], "AUPR out", reasons)},
                 {with_interval(detection.statistics[3], fpr, reasons)},
                 {reasons.text(detection.overlap, "overlap")}});
    }
  }
  return table.text(style.width, style.color);
}

std::string p_text(const Figure& p, Reasons& reasons) {
  if (p.is_defined() && p.value < 1e-4) return "<0.0001";
  return reasons.text(p, "p-value");
}

std::string comparisons(const OodResult& result, const TableStyle& style, Reasons& reasons) {
  if (result.comparisons.empty()) return {};
  TextTable table({"compared", "out", "difference", "p", "p (Holm)"}, 2);
  std::size_t n_shown = 0;
  for (const OodComparison& each : result.comparisons) {
    if (++n_shown > most_comparisons_shown) break;
    table.row(
        {{io::printable(result.scores[each.a]) + " − " + io::printable(result.scores[each.b])},
         {set_name(result, each.set)},
         {reasons.text(each.test.difference, "difference")},
         {p_text(each.test.p_value, reasons)},
         {p_text(each.p_adjusted, reasons)}});
  }
  std::string text = fmt::format(
      "\nDifferences of AUROC, {}\n{}",
      result.n_runs == 1 ? "DeLong's test on the same rows" : "paired t-test over the runs",
      table.text(style.width, style.color));
  if (n_shown > most_comparisons_shown) {
    text += fmt::format("{} more: {}\n", result.comparisons.size() - most_comparisons_shown,
                        style.in_python ? "to_dict()" : "--format json");
  }
  return text;
}

/// The scores that have an AUROC on this set, the greatest first.
std::vector<std::size_t> ranked(const OodResult& result, std::size_t set) {
  const auto auroc = [&](std::size_t score) -> const Figure& {
    return result.detections[score][set].statistics[0].value;
  };
  std::vector<std::size_t> scores;
  for (std::size_t score = 0; score < result.scores.size(); ++score) {
    if (auroc(score).is_defined()) scores.push_back(score);
  }
  std::stable_sort(scores.begin(), scores.end(),
                   [&](std::size_t a, std::size_t b) { return auroc(a).value > auroc(b).value; });
  return scores;
}

/// Whether the lead of the best score over the next is significant.
std::string lead_text(const OodResult& result, std::size_t set, std::size_t best,
                      std::size_t next) {
  const auto found = std::find_if(
      result.comparisons.begin(), result.comparisons.end(), [&](const OodComparison& each) {
        return each.set == set && std::minmax(each.a, each.b) == std::minmax(best, next);
      });
  const std::string other = io::printable(result.scores[next]);
  const auto auroc = [&](std::size_t score) {
    return result.detections[score][set].statistics[0].value.value;
  };
  if (auroc(best) == auroc(next)) return fmt::format("; {} has the same", other);
  if (found == result.comparisons.end() || !found->p_adjusted.is_defined()) {
    return fmt::format("; its lead over {} could not be tested", other);
  }
  const double p = found->p_adjusted.value;
  return fmt::format("; its lead over {} is {}significant ({})", other,
                     p < result.options.significance ? "" : "not ",
                     p < 1e-4 ? "p < 0.0001" : fmt::format("p = {}", short_number(p)));
}

/// The best score on each set in a sentence.
std::string headlines(const OodResult& result) {
  constexpr std::size_t most_told = 6;
  std::string text;
  for (std::size_t set = 0; set < std::min(result.sets.size(), most_told); ++set) {
    const std::vector<std::size_t> scores = ranked(result, set);
    if (scores.empty()) continue;
    const Figure& auroc = result.detections[scores[0]][set].statistics[0].value;
    text +=
        fmt::format("{}AUROC on {}: {:.4f} ({})", result.scores.size() > 1 ? "Best " : "",
                    set_name(result, set), auroc.value, io::printable(result.scores[scores[0]]));
    if (scores.size() > 1) text += lead_text(result, set, scores[0], scores[1]);
    text += '\n';
  }
  return text;
}

}  // namespace

void write_ood_table(io::Sink& sink, const OodResult& result,
                     const std::optional<MeasureInfo>& /*info*/, const TableStyle& style) {
  Reasons reasons;
  std::string text = headlines(result) + fmt::format("in: {}; out:", counted(result.n_in, "row"));
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    text += fmt::format("{} {} {}", set > 0 ? "," : "", set_name(result, set), result.n_out[set]);
  }
  text += result.n_runs > 1 ? fmt::format("; mean ± std (ddof 0) over {} runs\n\n", result.n_runs)
                            : "; one run, 95% intervals\n\n";
  text = wrapped(text, style.width) + auroc_table(result, style, reasons);
  if (result.scores.size() > 1) {
    const bool all_tested = std::ranges::all_of(result.comparisons, [](const OodComparison& each) {
      return each.p_adjusted.is_defined() || each.test.difference.value == 0;
    });
    text += wrapped(fmt::format("{} the best, or not significantly less ({:g} after Holm){}\n",
                                style.color ? "bold:" : "*", result.options.significance,
                                all_tested ? "" : "; differences without p were not tested"),
                    style.width);
  }
  text += "\n" + other_numbers(result, style, reasons);
  text += comparisons(result, style, reasons);
  text += wrapped(reasons.footnotes(), style.width);
  sink.write(text);
}

}  // namespace qualm::report
