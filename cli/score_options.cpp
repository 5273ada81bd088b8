// SPDX-License-Identifier: Apache-2.0
#include "score_options.h"

#include <filesystem>

#include "add_options.h"
#include "io/text.h"

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

void add_score_option(CommandBuilder& command, std::vector<std::string>& scores,
                      const std::string& by_default) {
  OptionGroup(command, "Measures")
      .value("--scores", "SCORE,...",
             "scores to evaluate, such as variance.epistemic,entropy.total, or for one class "
             "variance.epistemic[Shirt]. Default: " +
                 by_default,
             [&](const std::string& text) { scores = split_scores(text); });
}

GivenScore score_in(const std::string& path, const std::string& key) {
  return {path == "-" ? "stdin" : io::printable(std::filesystem::path(path).stem().string()),
          {path, key}};
}

}  // namespace qualm::cli
