// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/measures.h"

namespace qualm {

/// A family and one of its parts, maybe of one class only: "variance.epistemic",
/// "variance.epistemic[Shirt]".
struct Score {
  FamilyId family = FamilyId::variance;
  Part part = Part::total;
  std::optional<std::size_t> of_class = std::nullopt;
};
/// Needs the names of the classes if the score is of one class.
[[nodiscard]] std::string name(const Score& score, std::span<const std::string> class_names = {});
/// A class in brackets goes by its name, else by its number. Throws usage, with the nearest name,
/// if there is no such score or class, or if the family has no values of single classes.
[[nodiscard]] Score parse_score(std::string_view text,
                                std::span<const std::string> class_names = {});
/// Several; throws usage also if one comes twice.
[[nodiscard]] std::vector<Score> parse_scores(std::span<const std::string> texts,
                                              std::span<const std::string> class_names);
/// The class of that name, else of that number. Throws usage with the nearest name.
[[nodiscard]] std::size_t parse_class(std::string_view text,
                                      std::span<const std::string> class_names);

/// Total, aleatoric and epistemic of each family.
[[nodiscard]] std::vector<Score> scores_of(std::span<const FamilyId> families,
                                           std::span<const Part> parts = all_parts);
/// Those of all families.
[[nodiscard]] std::vector<Score> all_scores();

}  // namespace qualm
