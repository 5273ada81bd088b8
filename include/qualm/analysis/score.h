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

/// A measure and one of its parts, maybe of one class only, or one of its extras:
/// "variance.epistemic", "tsallis:1.5.total", "variance.epistemic[Shirt]", "credal.hartley".
struct Score {
  Measure measure = "variance";
  Part part = Part::total;
  std::optional<std::size_t> of_class = std::nullopt;
  std::string extra = {};  ///< if not empty, this and no part
};
/// Needs the names of the classes if the score is of one class.
[[nodiscard]] std::string name(const Score& score, std::span<const std::string> class_names = {});
/// A class in brackets goes by its name, else by its number. `own`: rules of yours go by their
/// names as well. Throws usage, with the nearest name, if there is no such score or class, or if
/// the measure has no values of single classes.
[[nodiscard]] Score parse_score(std::string_view text,
                                std::span<const std::string> class_names = {},
                                std::span<const Measure> own = {});
/// Several; throws usage also if one comes twice.
[[nodiscard]] std::vector<Score> parse_scores(std::span<const std::string> texts,
                                              std::span<const std::string> class_names,
                                              std::span<const Measure> own = {});
/// The class of that name, else of that number. Throws usage with the nearest name.
[[nodiscard]] std::size_t parse_class(std::string_view text,
                                      std::span<const std::string> class_names);

/// Total, aleatoric and epistemic of each measure.
[[nodiscard]] std::vector<Score> scores_of(std::span<const Measure> measures,
                                           std::span<const Part> parts = all_parts);
/// Those of all_measures().
[[nodiscard]] std::vector<Score> all_scores();

}  // namespace qualm
