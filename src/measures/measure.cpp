// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "measures/check_results.h"
#include "measures/measure_dirichlet.h"
#include "measures/measure_samples.h"
#include "measures/measure_votes.h"
#include "predictions/place.h"
#include "qualm/error.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

void resize(Parts& parts, const Family& family, std::size_t size) {
  parts.total.resize(family.has(Part::total) ? size : 0);
  parts.aleatoric.resize(family.has(Part::aleatoric) ? size : 0);
  parts.epistemic.resize(family.has(Part::epistemic) ? size : 0);
}

void resize_extras(FamilyResult& values, const MeasureOptions& options, std::size_t size) {
  std::size_t n_extras = 0;
  for (const std::string& name : options.extras) {
    const Extra* extra = values.measure.extra(name);
    if (extra == nullptr) continue;
    values.extras.resize(std::max(values.extras.size(), ++n_extras));
    ExtraResult& into = values.extras[n_extras - 1];
    into.name = extra->name;
    into.unit = unit_of(*extra, options);
    into.values.resize(size);
  }
  values.extras.resize(n_extras);
}

// Makes room; what an old result holds is overwritten, its memory kept.
void make_room(const Predictions& predictions, const MeasureOptions& options, Measures& result) {
  result.n_instances = predictions.n_instances();
  result.n_members = predictions.n_members();
  result.n_classes = predictions.n_classes();
  result.predicted.resize(result.n_instances);
  const std::size_t n_values = result.n_instances * result.n_classes;
  result.mean.resize(options.per_class ? n_values : 0);
  const std::vector<Measure>& asked = options.measures;
  result.families.resize(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    FamilyResult& values = result.families[i];
    values.measure = asked[i];
    values.unit = unit_of(asked[i], options);
    const Family& family = asked[i].family();
    resize(values.parts, family, result.n_instances);
    resize(values.per_class, family, options.per_class && family.label_wise ? n_values : 0);
    resize_extras(values, options, result.n_instances);
  }
  result.renormalized_rows = 0;
}

// Which values were reported as undecided on their way to the caller: only those may be NaN.
class UndecidedPlaces {
 public:
  [[nodiscard]] MeasureOptions listen(MeasureOptions options) {
    if (!options.undecided) return options;
    options.undecided = [this, tell = options.undecided](const Undecided& value) {
      {
        const std::lock_guard lock(mutex_);
        places_.emplace(value.name, value.row);
      }
      tell(value);
    };
    return options;
  }
  [[nodiscard]] bool contains(std::string_view name, std::size_t row) const {
    return places_.contains({std::string(name), row});
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<std::string, std::size_t>> places_;
};

constexpr std::string_view log_base_names[] = {"2", "e", "K"};

}  // namespace

const std::vector<double>& get(const Parts& parts, Part part) noexcept {
  switch (part) {
    case Part::total:
      return parts.total;
    case Part::aleatoric:
      return parts.aleatoric;
    default:
      return parts.epistemic;
  }
}

std::string_view name(LogBase base) noexcept {
  return log_base_names[static_cast<std::size_t>(base)];
}

LogBase parse_log_base(std::string_view text) {
  for (std::size_t i = 0; i < std::size(log_base_names); ++i) {
    if (log_base_names[i] == text) return static_cast<LogBase>(i);
  }
  throw_usage("unknown log base '" + std::string(text) +
              "': choose 2 (bits), e (nats) or K (divided by log2 of the number of classes)");
}

Measures measure(const Predictions& predictions, const MeasureOptions& options) {
  Measures result;
  measure(predictions, options, result);
  return result;
}

void measure(const Predictions& predictions, const MeasureOptions& options, Measures& result) {
  check_options(options, predictions);
  make_room(predictions, options, result);
  UndecidedPlaces undecided;
  const MeasureOptions listening = undecided.listen(options);
  if (predictions.is_dirichlet()) {
    detail::measure_dirichlet(predictions, listening, result);
  } else if (predictions.options().input == Input::votes) {
    detail::measure_votes(predictions, listening, result);
  } else {
    if (detail::measure_samples(predictions, listening, result)) return;
  }
  const Origin& origin = predictions.options().origin;
  detail::check_results(
      result, {detail::file_prefix(origin), origin.first_row},
      [&](std::string_view name, std::size_t row) { return undecided.contains(name, row); });
}

}  // namespace qualm
