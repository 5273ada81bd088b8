// SPDX-License-Identifier: Apache-2.0
#include "analysis/align_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "error/choose.h"
#include "io/name_index.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::detail {
namespace {

using Names = std::vector<std::string>;
using Order = std::vector<std::size_t>;

/// Where each name stands.
class Places {
 public:
  explicit Places(const Names& names) {
    for (std::size_t i = 0; i < names.size(); ++i) places_.emplace(names[i], i);
  }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
    const auto found = places_.find(name);
    if (found == places_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::unordered_map<std::string_view, std::size_t> places_;
};

// Where p0, p1, ... stand, if the names are that.
std::optional<Order> numbered_order(const Names& names) {
  const std::string& first = names[0];
  const std::string prefix = first.substr(0, first.find_last_not_of("0123456789") + 1);
  constexpr std::string_view usual[] = {"",       "p",      "p_", "prob", "prob_", "class",
                                        "class_", "class ", "c",  "c_",   "y",     "y_"};
  if (std::find(std::begin(usual), std::end(usual), prefix) == std::end(usual)) return {};
  Order order(names.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].starts_with(prefix)) return {};
    const auto number = io::parse_integer(std::string_view(names[i]).substr(prefix.size()));
    if (!number || *number >= names.size() || order[*number] != names.size()) return {};
    order[*number] = i;
  }
  return order;
}

void check_names(const Names& names, const std::string& source) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) throw_usage(source + "the name of a class is empty: name each class");
    if (!seen.insert(name).second) {
      throw_usage(fmt::format("{}two classes have the name '{}': give each class a unique name",
                              source, io::printable(name)));
    }
  }
}

std::string near(const std::string& name, const Names& names) {
  return did_you_mean(name, names, {.before = ", ", .shown = io::in_quotes});
}

/// Who says what the classes are.
struct Reference {
  Names names;
  std::string source;  ///< "" for names that the user gave
};

constexpr const char* like_source = "the predictions that it belongs to";

// The first array that names its classes by more than numbers.
Reference first_named(std::span<const NamedClasses> arrays) {
  for (const NamedClasses& array : arrays) {
    if (!array.names.empty() && !numbered_order(array.names)) return {array.names, array.label};
  }
  return {};
}

Names in_order(const Names& names, const Order& order) {
  Names sorted;
  for (const std::size_t place : order) sorted.push_back(names[place]);
  return sorted;
}

Reference first_numbered(std::span<const NamedClasses> arrays) {
  for (const NamedClasses& array : arrays) {
    if (array.names.empty()) continue;
    return {in_order(array.names, *numbered_order(array.names)), array.label};
  }
  return {};
}

// What the classes of the result are, and in which order.
Reference find_reference(std::span<const NamedClasses> arrays, const Names& wanted,
                         const LikeClasses& like) {
  if (!wanted.empty()) return {wanted, ""};
  if (!like.names.empty()) return {like.names, like_source};
  Reference named = first_named(arrays);
  return named.names.empty() ? first_numbered(arrays) : named;
}

// What arrays without names are taken for: as somebody's data has it, so that choosing another
// order does not change what their columns are.
Reference find_basis(std::span<const NamedClasses> arrays, const Names& wanted,
                     const LikeClasses& like) {
  Reference named = first_named(arrays);
  if (!named.names.empty()) return named;
  if (!like.by_number.empty()) return {like.by_number, like_source};
  return find_reference(arrays, wanted, like);
}

void check_count(const NamedClasses& array, const Reference& reference) {
  if (array.n_classes == reference.names.size()) return;
  if (reference.source.empty()) {
    throw_usage(fmt::format("{} has {} names, but there are {} classes: give one per class",
                            argument("class_names"), reference.names.size(), array.n_classes));
  }
  throw_data(fmt::format("{}: has {} classes, unlike {} with {} ({})", array.label, array.n_classes,
                         reference.source, reference.names.size(), listing(reference.names)));
}

Order order_by_name(const NamedClasses& array, const Reference& reference) {
  const bool is_choice = reference.source.empty();
  const Places in_array(array.names), in_reference(reference.names);
  Order order;
  for (const std::string& name : reference.names) {
    if (const auto place = in_array.find(name)) {
      order.push_back(*place);
      continue;
    }
    if (is_choice) {
      throw_usage(fmt::format("{}: has no class {} ({}){}; it names {}", array.label,
                              io::in_quotes(name), argument("class_names"), near(name, array.names),
                              listing(array.names)));
    }
    throw_data(fmt::format("{}: has no class {}, unlike {}{}; name the same classes everywhere",
                           array.label, io::in_quotes(name), reference.source,
                           near(name, array.names)));
  }
  if (is_choice) return order;
  for (const std::string& name : array.names) {
    if (in_reference.find(name)) continue;
    throw_data(fmt::format("{}: has a class {}, unlike {}; choose classes with {}", array.label,
                           io::in_quotes(name), reference.source, argument("class_names")));
  }
  return order;
}

bool is_identity(const Order& order, std::size_t n_classes) {
  Order identity(n_classes);
  std::iota(identity.begin(), identity.end(), std::size_t{0});
  return order == identity;
}

bool has_all(const Names& names, const Names& wanted) {
  const Places places(names);
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const std::string& name) { return places.find(name).has_value(); });
}

// The names of columns that are numbered in this order, or stand in the order of the numbers.
Names by_column(const Names& by_number, const std::optional<Order>& numbered) {
  if (!numbered) return by_number;
  Names names(by_number.size());
  for (std::size_t k = 0; k < names.size(); ++k) names[(*numbered)[k]] = by_number[k];
  return names;
}

}  // namespace

std::string listing(const Names& names) {
  constexpr std::size_t shown = 12;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    texts.push_back(io::printable(names[i], 40));
  }
  if (names.size() > shown) texts.push_back(fmt::format("and {} more", names.size() - shown));
  return fmt::format("{}", fmt::join(texts, ", "));
}

AlignedClasses align_classes(std::span<const NamedClasses> arrays, const Names& wanted,
                             const LikeClasses& like) {
  check_names(wanted, "");
  for (const NamedClasses& array : arrays) check_names(array.names, array.label + ": ");
  const Reference reference = find_reference(arrays, wanted, like);
  const Reference basis = find_basis(arrays, wanted, like);
  AlignedClasses aligned{reference.names, {}, {}, !first_named(arrays).names.empty(), {}};
  for (const NamedClasses& array : arrays) {
    Order& order = aligned.orders.emplace_back();
    Names& by_number = aligned.by_number.emplace_back();
    if (reference.names.empty()) continue;
    const auto numbered = array.names.empty() ? std::nullopt : numbered_order(array.names);
    NamedClasses known = array;
    if (array.names.empty() || (numbered && !has_all(array.names, reference.names))) {
      check_count(array, basis);
      by_number = basis.names;
      known.names = by_column(by_number, numbered);
      if (!basis.source.empty()) {
        aligned.notes.push_back(fmt::format("{}: has no class names; using the order of {}: {}",
                                            array.label, basis.source, listing(basis.names)));
      }
    } else {
      by_number = numbered ? in_order(array.names, *numbered) : array.names;
    }
    if (numbered && !std::is_sorted(numbered->begin(), numbered->end())) {
      aligned.notes.push_back(array.label +
                              ": the columns are classes by their numbers, not by position");
    }
    order = order_by_name(known, reference);
    if (is_identity(order, array.n_classes)) order.clear();
  }
  return aligned;
}

std::vector<std::string> numbered_names(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < n; ++k) names.push_back(std::to_string(k));
  return names;
}

}  // namespace qualm::detail
