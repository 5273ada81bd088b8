// SPDX-License-Identifier: Apache-2.0
#include "kernels/dirichlet_job.h"

namespace qualm::kernels {

DirichletScratch::DirichletScratch(const DirichletJob& job) : rows(job.rows) {
  for (auto* array : {&class_parts.aleatoric, &class_parts.epistemic, &above}) {
    array->resize((job.rows.n_classes + 1) * block_lanes);
  }
}

}  // namespace qualm::kernels
