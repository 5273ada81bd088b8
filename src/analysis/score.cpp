// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/score.h"

#include <fmt/format.h>

#include <algorithm>

#include "error/choose.h"
#include "error/number_text.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm {
namespace {

[[noreturn]] void throw_unknown_score(std::string_view text) {
  std::vector<std::string> names;
  for (const Score& score : all_scores()) names.push_back(name(score));
  for (const Measure& measure : all_measures()) {
    for (const Extra& extra : measure.family().extras) {
      names.push_back(fmt::format("{}.{}", measure.name(), extra.name));
    }
  }
  const std::string example = "write MEASURE.PART, such as " + names[2];
  throw_usage(fmt::format("unknown score '{}': {}", io::printable(text),
                          did_you_mean(text, names, {.otherwise = example})));
}

std::optional<Measure> find_measure(std::string_view text, std::span<const Measure> own) {
  for (const Measure& each : own) {
    if (each.name() == text) return each;
  }
  const std::string_view family = text.substr(0, text.find(':'));
  for (const Family& row : families()) {
    if (row.name == family) return Measure(text);
  }
  return std::nullopt;
}

// An argument may hold a point: "tsallis:1.5.total".
Score parse_measure_and_part(std::string_view text, std::span<const Measure> own) {
  const std::size_t point = text.rfind('.');
  if (point == std::string_view::npos) throw_unknown_score(text);
  const std::optional<Measure> measure = find_measure(text.substr(0, point), own);
  if (!measure) throw_unknown_score(text);
  const std::string_view wanted = text.substr(point + 1);
  for (const Part part : measure->family().parts) {
    if (name(part) == wanted) return {*measure, part};
  }
  if (measure->family().extra(wanted) == nullptr) throw_unknown_score(text);
  return {*measure, Part::total, std::nullopt, std::string(wanted)};
}

}  // namespace

std::string name(const Score& score, std::span<const std::string> class_names) {
  std::string text = fmt::format("{}.{}", score.measure.name(),
                                 score.extra.empty() ? name(score.part) : score.extra);
  if (score.of_class) text += fmt::format("[{}]", class_names[*score.of_class]);
  return text;
}

std::size_t parse_class(std::string_view text, std::span<const std::string> class_names) {
  const auto named = std::find(class_names.begin(), class_names.end(), text);
  if (named != class_names.end()) return static_cast<std::size_t>(named - class_names.begin());
  const auto number = parse_exactly<std::size_t>(text);
  if (number && *number < class_names.size()) return *number;
  const std::string known =
      fmt::format("there are {} classes, {} to {}", class_names.size(),
                  io::printable(class_names.front()), io::printable(class_names.back()));
  const auto shown = [](std::string_view class_name) { return io::printable(class_name); };
  throw_usage(fmt::format("unknown class '{}': {}", io::printable(text),
                          did_you_mean(text, class_names, {.otherwise = known, .shown = shown})));
}

Score parse_score(std::string_view text, std::span<const std::string> class_names,
                  std::span<const Measure> own) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return parse_measure_and_part(text, own);
  Score score = parse_measure_and_part(text.substr(0, bracket), own);
  if (!text.ends_with(']')) {
    throw_usage(fmt::format("score '{}': close the bracket, as in variance.epistemic[Shirt]",
                            io::printable(text)));
  }
  if (!score.measure.family().label_wise || !score.extra.empty()) {
    throw_usage(fmt::format("score '{}': {} has no per-class values; variance has",
                            io::printable(text), score.measure.name()));
  }
  if (class_names.empty()) {
    throw_usage(
        fmt::format("score '{}': a score of one class is not possible here", io::printable(text)));
  }
  score.of_class = parse_class(text.substr(bracket + 1, text.size() - bracket - 2), class_names);
  return score;
}

std::vector<Score> parse_scores(std::span<const std::string> texts,
                                std::span<const std::string> class_names,
                                std::span<const Measure> own) {
  std::vector<Score> scores;
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    scores.push_back(parse_score(text, class_names, own));
    names.push_back(name(scores.back(), class_names));
    if (std::count(names.begin(), names.end(), names.back()) > 1) {
      throw_usage(
          fmt::format("{} names {} twice", argument("scores"), io::printable(names.back())));
    }
  }
  return scores;
}

std::vector<Score> all_scores() {
  return scores_of(all_measures());
}

std::vector<Score> scores_of(std::span<const Measure> measures, std::span<const Part> parts) {
  std::vector<Score> scores;
  for (const Measure& measure : measures) {
    for (const Part part : parts) {
      if (measure.family().has(part)) scores.push_back({measure, part});
    }
  }
  return scores;
}

}  // namespace qualm
