// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "io/text.h"
#include "report/full_bar.h"
#include "report/text_layout.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

// What fits a screen; all is in the other formats.
constexpr std::size_t most_classes = 5;
constexpr std::size_t most_members = 10;
constexpr std::size_t label_bar_width = 24;

std::string title(const Explanation& instance, const ExplainResult& result, bool color) {
  const std::string id =
      instance.id.empty() ? "" : fmt::format(" ({})", name_text(instance.id, 60));
  std::string text = fmt::format("Row {}{}: predicted {}", instance.row, id,
                                 name_text(result.class_names[instance.predicted], 40));
  if (instance.label) {
    const bool is_right = *instance.label == instance.predicted;
    text += is_right ? ", correct"
                     : fmt::format(", true class {}",
                                   name_text(result.class_names[*instance.label], 40));
  }
  return inked(text, Ink::bold, color) +
         fmt::format("  {} {}\n", result.by, short_number(instance.score));
}

// The classes with the greatest total uncertainty, the lower one where tied.
std::vector<std::size_t> shown_classes(const Explanation& instance) {
  std::vector<std::size_t> classes(instance.mean.size());
  std::iota(classes.begin(), classes.end(), std::size_t{0});
  std::stable_sort(classes.begin(), classes.end(), [&](std::size_t a, std::size_t b) {
    return instance.variance.total[a] > instance.variance.total[b];
  });
  classes.resize(std::min(classes.size(), most_classes));
  return classes;
}

std::string members_text(const Explanation& instance, std::size_t k) {
  const std::size_t n_classes = instance.mean.size();
  const std::size_t n_members = instance.members.size() / n_classes;
  std::string text;
  for (std::size_t m = 0; m < std::min(n_members, most_members); ++m) {
    text += fmt::format(" {:.2f}", instance.members[m * n_classes + k]);
  }
  return n_members > most_members ? text + " …" : text;
}

std::string bars(const Explanation& instance, const ExplainResult& result, double full,
                 const TableStyle& style) {
  const std::vector<std::size_t> classes = shown_classes(instance);
  std::size_t name_width = 0;
  const auto named = [&](std::size_t k) { return name_text(result.class_names[k], 20); };
  for (const std::size_t k : classes) name_width = std::max(name_width, display_width(named(k)));
  std::string text;
  for (const std::size_t k : classes) {
    const std::string line =
        fmt::format("  {}  {}  {:>4.0f}%  {}", pad_right(named(k), name_width),
                    stacked_bar(instance.variance.epistemic[k], instance.variance.aleatoric[k],
                                full, label_bar_width, style.color),
                    100 * instance.mean[k], members_text(instance, k));
    // Colours take no columns, so that only a line without them may be cut.
    text += (style.width > 0 && !style.color ? shortened(line, style.width) : line) + "\n";
  }
  const std::size_t n_more = instance.mean.size() - classes.size();
  if (n_more > 0)
    text += fmt::format("  and {} more {}\n", n_more, n_more == 1 ? "class" : "classes");
  return text;
}

std::string which_rows(const ExplainResult& result) {
  const std::string rows = counted(result.instances.size(), "row");
  return result.are_chosen ? fmt::format("The {} requested", rows)
                           : fmt::format("The {} with the highest {}", rows, result.by);
}

std::string whose_members(const ExplainResult& result) {
  const bool any = !result.instances.empty() && !result.instances[0].members.empty();
  if (!any) return result.n_runs > 1 ? fmt::format(", each over {} runs", result.n_runs) : "";
  return result.n_runs > 1
             ? fmt::format(", each over {} runs, and the members' of all runs", result.n_runs)
             : " and the members'";
}

}  // namespace

void write_explain_table(io::Sink& sink, const ExplainResult& result, const MeasureInfo& /*info*/,
                         const TableStyle& style) {
  const double full = full_bar(result);
  std::string text =
      wrapped(fmt::format("{} of {}. Bars: epistemic, then aleatoric "
                          "variance of each class, full at {:.3g}; then its mean probability{}.",
                          which_rows(result), result.n_rows, full, whose_members(result)),
              style.width) +
      "\n";
  for (const Explanation& instance : result.instances) {
    text += "\n" + title(instance, result, style.color);
    text += wrapped(in_words(instance, result.class_names), style.width) + "\n";
    text += bars(instance, result, full, style);
  }
  sink.write(text);
}

}  // namespace qualm::report
