// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "report/reasons.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::string published_text(const std::optional<Published>& published) {
  if (!published) return {};
  return published->std ? fmt::format("{:.3f} ± {:.3f}", published->value, *published->std)
                        : fmt::format("{:.3f}", published->value);
}

std::string p_value_text(const ReproducedNumber& number) {
  const Figure p = number.compared ? number.compared->p_value : number.test().p_value;
  return p.is_defined() ? fmt::format("{:.2g}", p.value) : "";
}

std::string pooled_text(const std::optional<PooledSubsets>& pooled) {
  return pooled ? fmt::format("{:.4f} ± {:.4f}", pooled->mean, pooled->std) : "";
}

std::string claims_text(const Reproduction& result, const TableStyle& style, Reasons& reasons) {
  TextTable table({"claim", "", "holds if", "value", "95% interval", "verdict"});
  for (const ReproducedClaim& claim : result.claims) {
    const Interval& interval = claim.value.ci95;
    table.row(
        {{claim.claim},
         {io::printable(claim.what)},
         {claim.decision},
         {reasons.text(claim.value.value, "value")},
         {interval.is_defined() ? fmt::format("{:.4f}…{:.4f}", interval.low, interval.high) : ""},
         {std::string(claim.verdict())}});
  }
  return table.text(style.width, style.color);
}

std::string numbers_text(const Reproduction& result, const TableStyle& style, Reasons& reasons) {
  TextTable table({"", "ours", "published", "p", "pooled members"});
  for (const ReproducedNumber& number : result.numbers) {
    table.row({{io::printable(number.what)},
               {reasons.text(number.ours, "value")},
               {published_text(number.published)},
               {p_value_text(number)},
               {pooled_text(number.pooled)}});
  }
  return table.text(style.width, style.color);
}

std::string training_text(const ReproducedTraining& training) {
  const std::vector<std::string> cuts = training.cuts();
  return fmt::format("{}: {} of {} members, {} epochs on {} images; {}\n",
                     training.folder.empty() ? training.dataset : training.folder,
                     counted(training.runs, "run"), training.members, training.plan.epochs,
                     training.plan.n_rows,
                     cuts.empty() ? "nothing cut" : fmt::format("cut: {}", fmt::join(cuts, ", ")));
}

bool has_tests(const Reproduction& result) {
  return std::any_of(result.numbers.begin(), result.numbers.end(),
                     [](const ReproducedNumber& number) { return !p_value_text(number).empty(); });
}

}  // namespace

void write_reproduction_table(io::Sink& sink, const Reproduction& result, const TableStyle& style) {
  Reasons reasons;
  std::string text = fmt::format("{}, scale {}\n\n", result.experiment, name(result.scale)) +
                     (result.numbers.empty() ? "" : numbers_text(result, style, reasons)) +
                     (result.claims.empty() ? "" : claims_text(result, style, reasons));
  std::string remarks = reasons.footnotes();
  if (has_tests(result)) {
    remarks +=
        "p: Welch's test of our runs against the published mean, ± and five runs, or of two "
        "recipes; for a single run, a t-test with the published standard deviation\n";
  }
  for (const ReproducedTraining& training : result.trainings) remarks += training_text(training);
  if (result.test_rows > 0 && !result.trainings.empty()) {
    remarks += fmt::format("Only the first {} test rows\n", result.test_rows);
  }
  for (const std::string& note : result.notes) remarks += "Note: " + note + "\n";
  for (const std::string& missing : result.missing) remarks += "Missing: " + missing + "\n";
  if (!remarks.empty()) text += "\n" + wrapped(remarks, style.width);
  sink.write(text);
}

}  // namespace qualm::report
