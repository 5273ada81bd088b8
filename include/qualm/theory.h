// SPDX-License-Identifier: Apache-2.0
#pragma once

// Axioms, and measures of distributions.
#include "qualm/theory/atoms.h"   // distributions with finitely many atoms, and measures of them
#include "qualm/theory/axioms.h"  // which axioms a measure satisfies, with counterexamples
#include "qualm/theory/distributions.h"  // mixtures of uniforms, normals, Betas, Diracs, Dirichlets
