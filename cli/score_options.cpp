// SPDX-License-Identifier: Apache-2.0
#include "score_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "add_options.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "qualm/io.h"

namespace qualm::cli {
namespace {

/// At commas outside of brackets, as names of classes may hold some.
std::vector<std::string> split_scores(const std::string& text) {
  std::vector<std::string> entries(1);
  bool in_brackets = false;
  for (const char c : text) {
    if (c == '[') in_brackets = true;
    if (c == ']') in_brackets = false;
    if (c == ',' && !in_brackets) {
      entries.emplace_back();
    } else if (c != ' ' || in_brackets) {
      entries.back() += c;
    }
  }
  return entries;
}

}  // namespace

void add_score_option(CommandBuilder& command, std::string& text, const std::string& by_default) {
  OptionGroup(command, "Measures")
      .text("--scores", "SCORE,...",
            "scores to evaluate, such as variance.epistemic,entropy.total, or of one class "
            "variance.epistemic[Shirt]; by default " +
                by_default,
            text);
}

std::vector<Score> parse_scores(const std::string& text, const PredictionSet& set,
                                std::vector<Score> by_default) {
  if (text.empty()) return by_default;
  return qualm::parse_scores(split_scores(text), set.class_names());
}

ForeignScore read_score(const std::string& path, const std::string& key) {
  io::Numbers numbers = io::read_numbers(path, {key});
  std::size_t longest = 1;
  for (const std::size_t length : numbers.shape) longest = std::max(longest, length);
  if (longest != numbers.values.size()) {
    throw_data(fmt::format("{}: shape {}; scores have one number per row", numbers.label,
                           shape_text(numbers.shape)));
  }
  check_scores(numbers.values, numbers.label);
  return {path == "-" ? "stdin" : io::printable(std::filesystem::path(path).stem().string()),
          std::move(numbers.values)};
}

}  // namespace qualm::cli
