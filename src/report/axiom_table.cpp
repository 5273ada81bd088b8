// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

// "yes", "weak TU": only as >= for TU, "no EU", "-" where the measure has no such part. A star: the
// search alone says so. A counterexample needs no proof.
std::string verdict_text(const AxiomResult& result) {
  if (result.parts.empty()) return "-";
  const char* const star = result.proof.empty() ? "*" : "";
  if (result.verdict == Verdict::holds) return fmt::format("yes{}", star);
  std::string text = result.verdict == Verdict::weak ? fmt::format("weak{}", star) : "no";
  for (const PartVerdict& each : result.parts) {
    if (each.verdict == result.verdict) text += " " + part_symbol(each.part);
  }
  return text;
}

}  // namespace

std::string weights_text(const AxiomReport& report) {
  return report.own_weights.empty()
             ? ", unequal weights"
             : fmt::format(", weights {:.6g}", fmt::join(report.own_weights, ","));
}

std::string part_symbol(Part part) {
  return part == Part::total ? "TU" : part == Part::aleatoric ? "AU" : "EU";
}

void write_axiom_table(io::Sink& sink, std::span<const AxiomReport> reports,
                       const AxiomOptions& options, const TableStyle& style) {
  std::vector<std::string> titles = {"measure"};
  for (const AxiomResult& result : reports[0].equal) titles.emplace_back(result.axiom);
  TextTable table(titles);
  const auto add = [&](const std::string& name, const std::vector<AxiomResult>& results) {
    std::vector<TextTable::Cell> row = {{name}};
    for (const AxiomResult& result : results) {
      row.push_back({verdict_text(result), result.verdict == Verdict::violated ? Ink::red
                                           : result.verdict == Verdict::weak   ? Ink::dim
                                                                               : Ink::plain});
    }
    table.row(std::move(row));
  };
  for (const AxiomReport& report : reports) {
    add(report.measure, report.equal);
    if (!report.unequal.empty()) add(report.measure + weights_text(report), report.unequal);
  }
  const bool has_gaps = std::any_of(reports.begin(), reports.end(), [](const AxiomReport& report) {
    return std::any_of(report.equal.begin(), report.equal.end(),
                       [](const AxiomResult& result) { return result.parts.empty(); });
  });
  std::string text = table.text(style.width, style.color) + "\n";
  for (const AxiomResult& result : reports[0].equal) {
    text += wrapped(fmt::format("{}  {}", result.axiom, find_axiom(result.axiom).statement),
                    style.width) +
            "\n";
  }
  text += "\n" +
          wrapped(fmt::format("yes: in its strict version; weak: only as >= for that part; "
                              "no: there is a counterexample, {}{}; *: by search "
                              "alone, without a proof. Each was tried on up to {} cases.\n",
                              style.in_python ? "to_dict() has it" : "--show shows it",
                              has_gaps ? "; -: the measure has no such part" : "", options.n_cases),
                  style.width);
  sink.write(text);
}

}  // namespace qualm::report
