// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/text_layout.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::string point_text(const std::vector<double>& point) {
  std::string text = "(";
  for (std::size_t k = 0; k < point.size(); ++k) {
    text += fmt::format("{}{:.6g}", k > 0 ? ", " : "", point[k]);
  }
  return text + ")";
}

std::string atoms_text(const Atoms& atoms) {
  std::string text;
  for (std::size_t i = 0; i < atoms.points.size(); ++i) {
    const std::string weight =
        atoms.points.size() == 1 ? "" : fmt::format("{:.6g} ", atoms.weights[i]);
    text += fmt::format("{}{}{}", i > 0 ? " + " : "", weight, point_text(atoms.points[i]));
  }
  return text;
}

bool is_ordered(const std::string& measure) {
  return std::any_of(families().begin(), families().end(), [&](const Family& family) {
    return family.ordered && family.name == measure;
  });
}

// A command that measures the distribution again.
std::string replay(const Atoms& atoms, const std::string& measure,
                   const std::vector<double>& class_weights) {
  std::string head, row;
  for (std::size_t m = 0; m < atoms.points.size(); ++m) {
    for (std::size_t k = 0; k < atoms.n_classes(); ++k) {
      head += fmt::format("{}p_{}_{}", head.empty() ? "" : ",", m, k);
      row += fmt::format("{}{}", row.empty() ? "" : ",", atoms.points[m][k]);
    }
  }
  std::string command = fmt::format(
      "  printf '{}\\n{}\\n' | qualm measure - --measure {} --member-weights {} "
      "--renormalize --format csv",
      head, row, measure, fmt::join(atoms.weights, ","));
  const bool equal = std::all_of(class_weights.begin(), class_weights.end(),
                                 [](double weight) { return weight == 1; });
  if (!equal) command += fmt::format(" --class-weights {}", fmt::join(class_weights, ","));
  if (is_ordered(measure)) command += " --ordered";
  return command + "\n";
}

std::string instance_text(const Instance& instance, const std::string& measure) {
  std::string text = fmt::format("  Q   {}\n", atoms_text(instance.before));
  if (instance.after) text += fmt::format("  Q'  {}\n", atoms_text(*instance.after));
  const bool equal = std::all_of(instance.class_weights.begin(), instance.class_weights.end(),
                                 [](double weight) { return weight == 1; });
  if (!equal) text += fmt::format("  w   {}\n", point_text(instance.class_weights));
  if (!instance.first_labels.empty()) {
    text += fmt::format("  first side of the partition: classes {}\n",
                        fmt::join(instance.first_labels, ", "));
  }
  text += fmt::format("  {} {} {} was required: {:.6g} and {:.6g}\n", instance.left_name,
                      instance.relation, instance.right_name, instance.left, instance.right);
  text += replay(instance.before, measure, instance.class_weights);
  if (instance.after) text += replay(*instance.after, measure, instance.class_weights);
  return text;
}

std::string result_text(const AxiomResult& result, const std::string& measure,
                        std::string_view weights, const TableStyle& style) {
  const AxiomInfo& axiom = find_axiom(result.axiom);
  std::string text =
      "\n" +
      inked(fmt::format("{}, {}{}: {}", axiom.id, measure, weights,
                        result.parts.empty() ? "no such part" : name(result.verdict)),
            Ink::bold, style.color) +
      "\n";
  text += wrapped(std::string(axiom.statement), style.width) + "\n";
  if (result.parts.empty()) return text;
  if (!result.proof.empty()) text += wrapped(result.proof, style.width) + "\n";
  text += fmt::format("  {} cases tried;", result.n_tried);
  for (const PartVerdict& each : result.parts) {
    text += fmt::format(" {}: {}, smallest margin {:.3g};", part_symbol(each.part),
                        name(each.verdict), each.smallest_margin);
  }
  text.back() = '\n';
  for (const PartVerdict& each : result.parts) {
    if (each.counterexample) text += instance_text(*each.counterexample, measure);
  }
  return text;
}

}  // namespace

void show_axioms(io::Sink& sink, std::span<const AxiomReport> reports, const TableStyle& style) {
  std::string text;
  for (const AxiomReport& report : reports) {
    for (std::size_t i = 0; i < report.equal.size(); ++i) {
      text += result_text(report.equal[i], report.measure, "", style);
      if (report.unequal.empty()) continue;
      text += result_text(report.unequal[i], report.measure, weights_text(report), style);
    }
  }
  sink.write(text.substr(1));
}

}  // namespace qualm::report
