// SPDX-License-Identifier: Apache-2.0
#pragma once

// Theory that runs.
#include "qualm/theory/atoms.h"   // distributions with finitely many atoms, and measures of them
#include "qualm/theory/axioms.h"  // which axiom a measure satisfies, with a counterexample where not
#include "qualm/theory/distributions.h"  // mixtures of uniforms, normals, Betas, Diracs, Dirichlets
