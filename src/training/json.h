// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "qualm/training/plan.h"

template <typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) {
    j = value ? json(*value) : json(nullptr);
  }
  static void from_json(const json& j, std::optional<T>& value) {
    value = j.is_null() ? std::nullopt : std::optional<T>(j.get<T>());
  }
};

namespace qualm::training {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RateStep, epoch, rate)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Normalization, divisor, mean, deviation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Resources, device, jobs, quiet, part, parts, only_prepare)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrainingPlan, dataset, data_sha256, n_rows, n_classes, shape,
                                   class_names, model, stem, method, optimizer, device, hidden,
                                   epochs, batch_size, threads, rate, momentum, weight_decay,
                                   dropout, rate_steps, shuffle, augment, normalization, seed,
                                   start_sha256)

/// Of any version: what was not written once had no choice. Throws what nlohmann::json throws.
inline TrainingPlan plan_from(nlohmann::json document) {
  document.emplace("shuffle", true);
  document.emplace("start_sha256", "");
  return document.get<TrainingPlan>();
}

}  // namespace qualm::training
