// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/gamma_ratio.h"
#include "kernels/scratch.h"

namespace qualm::kernels {

/// The families that have a kernel for Dirichlet distributions.
enum DirichletIndex : std::size_t {
  dirichlet_variance_index,
  dirichlet_entropy_index,
  dirichlet_label_entropy_index,
  dirichlet_pairwise_entropy_index,
  dirichlet_reverse_entropy_index,
  dirichlet_ordinal_variance_index,
  dirichlet_ordinal_entropy_index,
  dirichlet_integer_variance_index,
  dirichlet_tsallis_index,
  n_dirichlet_families
};

/// Rows with a concentration outside of these, or with a greater sum, are left to the definitions.
inline constexpr double least_concentration = 1e-9, greatest_concentration = 1e9,
                        greatest_sum_of_concentrations = 1e10;

/// A power entropy; there may be several.
struct PowerOutput {
  FamilyOutput output;
  GammaRatio ratio;
};

/// All that the kernels need to know about N Dirichlet distributions.
struct DirichletJob {
  SampleJob rows;           ///< of kind concentrations: one member; its families are not used
  bool are_counts = false;  ///< counts of evidence, concentrations less one
  FamilyOutput families[n_dirichlet_families];  ///< entropies in nats; not those with an order
  std::vector<PowerOutput> powers;              ///< those, with an order each

  [[nodiscard]] bool wants(DirichletIndex family) const noexcept {
    return families[family].epistemic != nullptr;
  }
};

/// Memory of one thread, reused from block to block.
struct DirichletScratch {
  explicit DirichletScratch(const DirichletJob& job);

  Scratch rows;
  ClassParts<double> class_parts;  ///< [k][lane]: the terms that a family sums over classes; K + 1
  AlignedVector<double> above;     ///< [k][lane]: the concentration of all classes above class k
};

/// Measures up to block_lanes instances from `first`. Returns one bit for each of them that is left
/// to the definitions, and has no values yet.
using MeasureDirichletBlock = std::uint32_t (*)(const DirichletJob& job, std::size_t first,
                                                std::size_t count, DirichletScratch& scratch);

}  // namespace qualm::kernels
