# SPDX-License-Identifier: Apache-2.0
"""Concentrations and weights over the whole range of double against mpmath; QUALM_ROWS=2000 tries more of them."""
import json
import os

import numpy as np
import pytest
from conftest import run_qualm

mpmath = pytest.importorskip("mpmath")
from mpmath import log, mpf, psi  # noqa: E402

N_ROWS = int(os.environ.get("QUALM_ROWS", 12))
PROMISED = 1e-9
LEAST = 1e-300  # smaller values of a class are beyond the promise


def entropy(alpha):
    s = sum(alpha)
    aleatoric = psi(0, s + 1) - sum(a / s * psi(0, a + 1) for a in alpha)
    total = -sum(a / s * log(a / s) for a in alpha)
    return aleatoric, total - aleatoric


def variance(alpha, weights):
    s = sum(alpha)
    total = sum(w * a * (s - a) for w, a in zip(weights, alpha)) / s**2
    return total * s / (s + 1), total / (s + 1)


def label_entropy(alpha, weights):
    s = sum(alpha)
    parts = [[w * part for part in entropy([a, s - a])] for w, a in zip(weights, alpha)]
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def reverse_entropy(alpha):
    s = sum(alpha)
    return None, sum(a / s * (log(a / s) - psi(0, a) + psi(0, s)) for a in alpha)


def expected(measure, alpha, weights):
    if measure == "entropy":
        return entropy(alpha)
    if measure == "reverse-entropy":
        return reverse_entropy(alpha)
    return {"variance": variance, "label-entropy": label_entropy}[measure](alpha, weights)


@pytest.mark.parametrize("reach", [3, 30, 300])
def test_dirichlets_of_any_size_and_weights_of_any_size(reach):
    mpmath.mp.dps = 40 + 2 * reach  # some are left where numbers of 1e-300 and 1e300 meet
    rng = np.random.default_rng(reach)
    n_classes = 3
    alpha = 10.0**rng.uniform(-reach, reach, (N_ROWS, n_classes))
    alpha[::4, 1:] = alpha[::4, :1]  # and equal ones
    np.save("alpha.npy", alpha)
    weights = [0, 10.0**-reach, 10.0**min(reach, 100)]
    result = run_qualm("measure", "alpha.npy", "--input", "dirichlet", "--measure",
                       "variance,entropy,label-entropy,reverse-entropy", "--log-base", "e", "--class-weights",
                       ",".join(map(repr, weights)), "--format", "json", "--quiet")
    assert result.code == 0, result.err
    measures = json.loads(result.out)["measures"]
    for i, row in enumerate(alpha):
        exact = [mpf(float(a)) for a in row]
        for name, found in measures.items():
            for part, wanted in zip(("aleatoric", "epistemic"), expected(name, exact, [mpf(w) for w in weights])):
                if wanted is None or wanted < LEAST * max(weights) or wanted > 1.7e308:
                    continue
                error = abs(mpf(found[part][i]) / wanted - 1)
                assert error <= PROMISED, (name, part, row, found[part][i], float(wanted))
