// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace qualm {

/// Names to choose from: a range of texts, of rows with a member `name`, or of values with a
/// function name(). These are views: what has the names must outlive the list.
struct NameList : std::vector<std::string_view> {
  template <class Range>
  NameList(const Range& range) {  // implicit: any such range will do
    for (const auto& each : range) push_back(name_of(each));
  }
  template <class Value>
  NameList(std::initializer_list<Value> values) {
    for (const Value& each : values) push_back(name_of(each));
  }

 private:
  template <class Each>
  static std::string_view name_of(const Each& each) {
    if constexpr (std::convertible_to<const Each&, std::string_view>) {
      return each;
    } else if constexpr (requires { std::string_view(each.name); }) {
      return each.name;
    } else {
      return name(each);
    }
  }
};

/// The name that `word` most likely means: the one with the fewest typing errors (a letter too
/// many, too few, wrong, or two swapped; case is ignored), or the first one that starts with
/// `word`. "" if nothing is near; the earliest where tied, but for words of two letters.
[[nodiscard]] std::string nearest_name(std::string_view word, const NameList& names);

/// How did_you_mean words its answer.
struct HintWords {
  std::string_view before = "";                      ///< stands before the question
  std::string_view otherwise = "";                   ///< the answer if no name is near
  std::string (*shown)(std::string_view) = nullptr;  ///< how the name is written; null: as it is
};
/// "did you mean table?", with the nearest name.
[[nodiscard]] std::string did_you_mean(std::string_view word, const NameList& names,
                                       const HintWords& words = {});

/// The place of `word` among the names. Throws usage if it is none of them: "unknown <what>
/// '<word>': did you mean <name>?", or "choose from <names>" if none is near.
[[nodiscard]] std::size_t choose(std::string_view what, std::string_view word,
                                 const NameList& names);
/// The same with a complaint of one's own, such as "--band t59", before the colon.
[[nodiscard]] std::size_t choose_or_complain(std::string_view complaint, std::string_view word,
                                             const NameList& names);

}  // namespace qualm
