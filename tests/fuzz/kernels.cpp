// SPDX-License-Identifier: Apache-2.0
// Predictions of any bytes: the same bits on every instruction set, and the promised error against
// the definitions in long double. The first bytes choose type and shape.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "fuzz/targets.h"
#include "kernels/target.h"
#include "qualm/error.h"
#include "qualm/measures.h"
#include "support/worst_error.h"

namespace fuzz {
namespace {

std::vector<double> all_values(const qualm::Measures& result) {
  std::vector<double> values = result.mean;
  for (const qualm::FamilyResult& family : result.families) {
    for (const qualm::Parts* parts : {&family.parts, &family.per_class}) {
      for (const qualm::Part part : qualm::all_parts) {
        const std::vector<double>& more = qualm::get(*parts, part);
        values.insert(values.end(), more.begin(), more.end());
      }
    }
  }
  return values;
}

/// Whether two logits of a member, or two of a class, differ by so little that what rests on their
/// difference is beyond the promise (docs/measures.md).
template <class T>
bool has_near_logits(const std::vector<T>& values, ensembles::Shape shape) {
  const double least = 1e-13 / worst::promised<T>;
  const auto is_near = [&](std::size_t a, std::size_t b) {
    const double difference =
        std::fabs(static_cast<double>(values[a]) - static_cast<double>(values[b]));
    return difference > 0 && difference < least;
  };
  for (std::size_t at = 0; at < values.size(); ++at) {
    const std::size_t k = at % shape.k, m = at / shape.k % shape.m;
    for (std::size_t other = 0; other < k; ++other) {
      if (is_near(at, at - k + other)) return true;
    }
    for (std::size_t other = 0; other < m; ++other) {
      if (is_near(at, at - (m - other) * shape.k)) return true;
    }
  }
  return false;
}

template <class T>
void compare_targets(const std::vector<T>& values, ensembles::Shape shape,
                     const qualm::PredictionOptions& how) {
  qualm::MeasureOptions options;
  options.measures = qualm::all_measures();
  options.ordered = true;
  options.per_class = true;
  options.threads = 1;
  const qualm::Predictions predictions(
      qualm::contiguous_view(std::span<const T>(values), {shape.n, shape.m, shape.k}), how);
  std::vector<double> first;
  for (const auto& target : qualm::kernels::supported_targets()) {
    setenv("QUALM_TARGET", std::string(target.name).c_str(), 1);
    const std::vector<double> now = all_values(qualm::measure(predictions, options));
    if (first.empty()) first = now;
    require(now.size() == first.size() &&
                std::memcmp(now.data(), first.data(), now.size() * sizeof(double)) == 0,
            "every instruction set gives the same bits");
  }
  unsetenv("QUALM_TARGET");
  if (how.input == qualm::Input::logits && has_near_logits(values, shape)) return;
  // Values below the floor are beyond the promise.
  const auto worst = worst::worst_error(values, shape, how, {}, sizeof(T) == 4 ? 1e-34 : 1e-300);
  if (worst.error > worst::promised<T>) std::fprintf(stderr, "%s\n", worst.where.c_str());
  require(worst.error <= worst::promised<T>, "the error is at most the promised one");
}

template <class T>
void run_numbers(Bytes bytes, ensembles::Shape shape, bool logits) {
  std::vector<T> values(shape.m * shape.k);
  shape.n = std::min<std::size_t>(bytes.size() / (values.size() * sizeof(T)), 40);
  if (shape.n == 0) return;
  values.resize(shape.n * shape.m * shape.k);
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  qualm::PredictionOptions how;
  how.input = logits ? qualm::Input::logits : qualm::Input::probs;
  if (!logits) {  // any finite numbers become probabilities
    for (std::size_t row = 0; row < shape.n * shape.m; ++row) {
      const std::span<T> p(values.data() + row * shape.k, shape.k);
      double sum = 0;
      for (T& value : p) {
        if (!std::isfinite(value)) return;
        value = std::fabs(value);
        sum += static_cast<double>(value);
      }
      if (!(sum > 1e-30 && sum < 1e30)) return;
      for (T& value : p) value = static_cast<T>(static_cast<double>(value) / sum);
    }
  }
  compare_targets(values, shape, how);
}

}  // namespace

void run_kernels(Bytes bytes) {
  if (bytes.size() < 3) return;
  const ensembles::Shape shape{0, 1 + bytes[0] % 7UL, 2 + bytes[1] % 11UL};
  const bool logits = (bytes[2] & 1U) != 0;
  const Bytes rest = bytes.subspan(3);
  if ((bytes[2] & 2U) != 0) {
    run_numbers<float>(rest, shape, logits);
  } else {
    run_numbers<double>(rest, shape, logits);
  }
}

}  // namespace fuzz
