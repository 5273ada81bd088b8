// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "qualm/report/explain.h"
#include "report/text_layout.h"

namespace qualm::report {
namespace {

std::string percent(double share) {
  return fmt::format("{:.0f}%", 100 * share);
}

// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

// Only what the rule in docs/explain.md shows: shares of the variance. A small epistemic share
// does not show that the members agree, and nothing here shows what more data would change.
struct AdviceText {
  Advice advice;
  std::string_view of_members, of_dirichlet;
};
constexpr AdviceText advice_texts[] = {
    {Advice::disagreement, "the members disagree (most of the variance is epistemic)",
     "most of the variance is epistemic"},
    {Advice::both, "the variance is part epistemic, part aleatoric",
     "the variance is part epistemic, part aleatoric"},
    {Advice::ambiguity, "most of the variance is aleatoric", "most of the variance is aleatoric"},
    {Advice::unknown, "disagreement needs two or more members", ""},
};

std::string_view text_of(const AdviceText& each, const Explanation& instance) {
  const std::vector<double>& total = instance.variance.total;
  if (each.advice == Advice::unknown && !instance.one_member_counts &&
      std::all_of(total.begin(), total.end(), [](double value) { return value == 0; })) {
    return "the runs differ, but in each of them the variance is 0";
  }
  const bool is_dirichlet = instance.members.empty() && !each.of_dirichlet.empty();
  return is_dirichlet ? each.of_dirichlet : each.of_members;
}

// Of a row whose classes are all improbable: what its variance, summed over them, shows.
std::string_view advice_of_row(const Explanation& instance) {
  const auto sum = [](const std::vector<double>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  constexpr double in_doubt = 0.5;
  const Advice advice =
      instance.one_member_counts
          ? Advice::unknown
          : advise(in_doubt, sum(instance.variance.aleatoric), sum(instance.variance.epistemic));
  const auto* found = std::find_if(std::begin(advice_texts), std::end(advice_texts),
                                   [&](const AdviceText& each) { return each.advice == advice; });
  return text_of(*found, instance);
}

// More names than these say nothing to a reader.
constexpr std::size_t most_named = 4;

}  // namespace

std::string in_words(const Explanation& instance, std::span<const std::string> class_names) {
  const auto named = [&](std::size_t k) { return name_text(class_names[k], 40); };
  if (instance.wavers_between.empty()) {
    const double mean = instance.mean[instance.predicted];
    const std::string most = fmt::format("{} ({})", named(instance.predicted), percent(mean));
    return mean > 0.5 ? fmt::format("Confident in {}.", most)
                      : fmt::format("No class has 5% or more, the most probable is {}: {}.", most,
                                    advice_of_row(instance));
  }
  double others = 1;  // which have less than 5% each
  for (const std::size_t k : instance.wavers_between) others -= instance.mean[k];
  const auto some_named = [&](const std::vector<std::size_t>& classes, bool with_mean) {
    std::vector<std::string> names;
    for (const std::size_t k : classes) {
      if (names.size() == most_named) break;
      names.push_back(with_mean ? fmt::format("{} ({})", named(k), percent(instance.mean[k]))
                                : named(k));
    }
    const std::size_t n_more = classes.size() - names.size();
    if (n_more > 0) names.push_back(fmt::format("{} more", n_more));
    if (with_mean && others > 0.1) {
      names.push_back(fmt::format("others below 5% each ({} together)", percent(others)));
    }
    return listed(names);
  };
  const bool is_one = instance.wavers_between.size() == 1;
  std::string text = fmt::format("{} {}.", is_one ? "Uncertain about" : "Undecided between",
                                 some_named(instance.wavers_between, true));
  for (const AdviceText& each : advice_texts) {
    std::vector<std::size_t> classes;
    for (const std::size_t k : instance.wavers_between) {
      if (instance.advice[k] == each.advice) classes.push_back(k);
    }
    if (classes.empty()) continue;
    const bool all = classes.size() == instance.wavers_between.size() && classes.size() > 1;
    text +=
        fmt::format(" {}: {}.", all && others <= 0.1 ? "All of them" : some_named(classes, false),
                    text_of(each, instance));
  }
  return text;
}

}  // namespace qualm::report
