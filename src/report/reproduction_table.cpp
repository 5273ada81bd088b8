// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

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

std::string deviation_text(const Figure& deviation) {
  return deviation.is_defined() ? fmt::format("{:+.1f}", deviation.value) : "";
}

std::string numbers_text(const Reproduction& result, const TableStyle& style, Reasons& reasons) {
  TextTable table({"", "ours", "published", "difference, in published ±"});
  for (const ReproducedNumber& number : result.numbers) {
    table.row({{io::printable(number.what)},
               {reasons.text(number.ours, "value")},
               {published_text(number.published)},
               {deviation_text(number.deviation())}});
  }
  return table.text(style.width, style.color);
}

std::string training_text(const ReproducedTraining& training) {
  const std::vector<std::string> cuts = training.cuts();
  return fmt::format(
      "{}: {} of {} members, {} epochs on {} pictures; {}\n", training.dataset,
      counted(training.runs, "run"), training.members, training.plan.epochs, training.plan.n_rows,
      cuts.empty() ? "as in the paper" : fmt::format("cut: {}", fmt::join(cuts, ", ")));
}

}  // namespace

void write_reproduction_table(io::Sink& sink, const Reproduction& result, const TableStyle& style) {
  Reasons reasons;
  std::string text = fmt::format("{}, scale {}\n\n", result.experiment, name(result.scale)) +
                     numbers_text(result, style, reasons);
  std::string remarks = reasons.footnotes();
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
