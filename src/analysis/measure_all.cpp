// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "qualm/analysis/jobs.h"
#include "system/system_calls.h"

namespace qualm {
namespace {

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void append(Parts& to, const Parts& from) {
  append(to.total, from.total);
  append(to.aleatoric, from.aleatoric);
  append(to.epistemic, from.epistemic);
}

// Room for n instances where there is one block of them, so that nothing grows by doubling.
template <class T>
void make_room(std::vector<T>& values, std::size_t n_block, std::size_t n) {
  constexpr std::size_t large = std::size_t{1} << 21U, small = std::size_t{1} << 17U;
  values.reserve(values.size() / n_block * n);
  const std::size_t n_bytes = values.capacity() * sizeof(T);
  if (n_bytes >= large) {
    sys::prefer_large_pages(values.data(), n_bytes);
  } else if (n_bytes >= small) {
    sys::provide_pages(values.data(), n_bytes);
  }
}

void make_room(Parts& parts, std::size_t n_block, std::size_t n) {
  make_room(parts.total, n_block, n);
  make_room(parts.aleatoric, n_block, n);
  make_room(parts.epistemic, n_block, n);
}

void make_room(MeasuredBlock& block, std::size_t n) {
  Measures& all = block.measures;
  make_room(all.predicted, all.n_instances, n);
  make_room(all.mean, all.n_instances, n);
  for (FamilyResult& family : all.families) {
    make_room(family.parts, all.n_instances, n);
    make_room(family.per_class, all.n_instances, n);
    for (ExtraResult& each : family.extras) make_room(each.values, all.n_instances, n);
  }
  for (Parts& parts : block.deviation) make_room(parts, all.n_instances, n);
}

std::function<void(MeasuredBlock&)> collector(MeasuredBlock& all, std::size_t n_instances) {
  return [&all, n_instances](MeasuredBlock& block) {
    if (block.measures.n_instances == n_instances) {
      all = std::move(block);
    } else {
      append(all, block, n_instances);
    }
  };
}

}  // namespace

void append(MeasuredBlock& to, const MeasuredBlock& block, std::size_t n_expected) {
  const Measures& part = block.measures;
  Measures& all = to.measures;
  if (all.families.empty()) {
    to = block;
    if (part.n_instances > 0) make_room(to, n_expected);
    return;
  }
  all.n_instances += part.n_instances;
  all.renormalized_rows += part.renormalized_rows;
  append(all.predicted, part.predicted);
  append(all.mean, part.mean);
  for (std::size_t f = 0; f < all.families.size(); ++f) {
    append(all.families[f].parts, part.families[f].parts);
    append(all.families[f].per_class, part.families[f].per_class);
    for (std::size_t e = 0; e < all.families[f].extras.size(); ++e) {
      append(all.families[f].extras[e].values, part.families[f].extras[e].values);
    }
    if (!to.deviation.empty()) append(to.deviation[f], block.deviation[f]);
  }
}

MeasuredBlock measure_all(const PredictionSet& set, const MeasureOptions& options,
                          const Progress& progress) {
  MeasuredBlock all;
  measure_blocks(set, options, collector(all, set.n_instances()), progress);
  return all;
}

MeasuredBlock run(const Measured& measured, const Listener& listener) {
  MeasuredBlock all;
  run(measured, collector(all, measured.set->n_instances()), listener);
  return all;
}

}  // namespace qualm
