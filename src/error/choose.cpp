// SPDX-License-Identifier: Apache-2.0
#include "error/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "qualm/error.h"

namespace qualm {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(), same);
}

/// Optimal string alignment distance.
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {above[j] + 1, row[j - 1] + 1, above[j - 1] + (same(a[i - 1], b[j - 1]) ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, const NameList& candidates) {
  // Names are short; a long word is no typing error, and must not cost quadratic time.
  constexpr std::size_t longest = 64;
  if (word.empty() || word.size() > longest) return "";
  std::string_view nearest;
  // One error in three letters is still recognisable; fully different words of two letters are not.
  std::size_t fewest = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > longest) continue;
    const std::size_t errors = typing_errors(word, candidate);
    // Of two letters, one is too little to go by where several names share it.
    if (errors == fewest && word.size() == 2) nearest = "";
    if (errors < fewest && errors < candidate.size()) {
      fewest = errors;
      nearest = candidate;
    }
  }
  if (nearest.empty() && word.size() >= 2) {
    const auto longer =
        std::find_if(candidates.begin(), candidates.end(),
                     [&](std::string_view candidate) { return starts_with(candidate, word); });
    if (longer != candidates.end()) nearest = *longer;
  }
  return std::string(nearest);
}

std::string did_you_mean(std::string_view word, const NameList& names, const HintWords& words) {
  const std::string nearest = nearest_name(word, names);
  if (nearest.empty()) return std::string(words.otherwise);
  return fmt::format("{}did you mean {}?", words.before,
                     words.shown == nullptr ? nearest : words.shown(nearest));
}

std::size_t choose(std::string_view what, std::string_view word, const NameList& names) {
  return choose_or_complain(fmt::format("unknown {} '{}'", what, word), word, names);
}

std::size_t choose_or_complain(std::string_view complaint, std::string_view word,
                               const NameList& names) {
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string all = fmt::format("choose from {}", fmt::join(names, ", "));
  throw_usage(fmt::format("{}: {}", complaint, did_you_mean(word, names, {.otherwise = all})));
}

}  // namespace qualm
