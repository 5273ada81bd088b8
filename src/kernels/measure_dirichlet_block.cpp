// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set: the kernels of Dirichlet distributions, put together.
#include "kernels/instruction_sets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/measure_dirichlet_block.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include <iterator>

#include "kernels/dirichlet_entropy-inl.h"
#include "kernels/dirichlet_tsallis-inl.h"
#include "kernels/dirichlet_variance-inl.h"
#include "kernels/target.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

std::uint32_t measure_dirichlet_block(const DirichletJob& job, std::size_t first, std::size_t count,
                                      DirichletScratch& scratch) {
  DirichletBlock block(job, scratch, first, count);
  const std::uint32_t outside = load_concentrations(block);
  store_predictions(block);
  if (job.wants(dirichlet_variance_index)) dirichlet_variance(block);
  if (job.wants(dirichlet_entropy_index) || job.wants(dirichlet_pairwise_entropy_index) ||
      job.wants(dirichlet_reverse_entropy_index)) {
    dirichlet_entropies(block);
  }
  for (const PowerOutput& power : job.powers) dirichlet_tsallis(block, power);
  if (job.wants(dirichlet_label_entropy_index)) dirichlet_label_entropy(block);
  const bool ordinal_variance = job.wants(dirichlet_ordinal_variance_index);
  const bool ordinal_entropy = job.wants(dirichlet_ordinal_entropy_index);
  const bool integer_variance = job.wants(dirichlet_integer_variance_index);
  if (ordinal_variance || ordinal_entropy || integer_variance) sum_from_above(block);
  if (ordinal_variance) dirichlet_ordinal_variance(block);
  if (ordinal_entropy) dirichlet_ordinal_entropy(block);
  if (integer_variance) dirichlet_integer_variance(block);
  return outside;
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace qualm::kernels {

HWY_EXPORT(measure_dirichlet_block);

MeasureDirichletBlock measure_dirichlet_block_for(const Target& target) {
  hwy::ChosenTarget chosen;
  chosen.Update(target.bit);
  const auto& table = HWY_DISPATCH_TABLE(measure_dirichlet_block);
  return table[std::size(table) == 1 ? 0 : chosen.GetIndex()];
}

}  // namespace qualm::kernels
#endif  // HWY_ONCE
