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

/// A measure and one of its parts (optionally of one class), or one of its extras:
/// "variance.epistemic", "tsallis:1.5.total", "variance.epistemic[Shirt]", "credal.hartley".
struct Score {
  Measure measure = "variance";
  Part part = Part::total;
  std::optional<std::size_t> of_class = std::nullopt;
  std::string extra = {};  ///< if not empty, the extra instead of a part
};
/// Requires class names if the score is of one class.
[[nodiscard]] std::string name(const Score& score, std::span<const std::string> class_names = {});
/// A class in brackets is a name or a number. `own`: custom measures, also found by name. Throws
/// usage, with the nearest name, if there is no such score or class, or if the measure has no
/// per-class values.
[[nodiscard]] Score parse_score(std::string_view text,
                                std::span<const std::string> class_names = {},
                                std::span<const Measure> own = {});
/// Several scores; throws usage also for a repeated score.
[[nodiscard]] std::vector<Score> parse_scores(std::span<const std::string> texts,
                                              std::span<const std::string> class_names,
                                              std::span<const Measure> own = {});
/// Returns the class of that name or number. Throws usage with the nearest name.
[[nodiscard]] std::size_t parse_class(std::string_view text,
                                      std::span<const std::string> class_names);

/// Total, aleatoric and epistemic of each measure.
[[nodiscard]] std::vector<Score> scores_of(std::span<const Measure> measures,
                                           std::span<const Part> parts = all_parts);
/// All scores of all_measures().
[[nodiscard]] std::vector<Score> all_scores();

}  // namespace qualm
