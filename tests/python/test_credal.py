# SPDX-License-Identifier: Apache-2.0
"""The set-valued families against scipy and against all vertices."""
import itertools

import numpy as np
import pytest

import qualm

scipy_optimize = pytest.importorskip("scipy.optimize")


def ensembles(k):
    random = np.random.default_rng(k)
    p = np.exp(random.normal(size=(12, 1, k)) + random.normal(size=(12, 5, k)))
    return p / p.sum(axis=2, keepdims=True)


def entropy(p):
    return -np.sum(p * np.log(p))


@pytest.mark.parametrize("k", [2, 3, 6])
def test_greatest_entropy_of_the_hull_is_that_of_scipy(k):
    p = ensembles(k)
    scores = qualm.measure(p, axes="nmk", measures=["credal"], log_base="e").scores()
    for row, upper, lower in zip(p, scores["credal.total"], scores["credal.aleatoric"]):
        best = scipy_optimize.minimize(lambda w: -entropy(w @ row), np.full(5, 0.2), method="SLSQP", bounds=[(0, 1)] * 5,
                                       constraints={"type": "eq", "fun": lambda w: w.sum() - 1}, options={"ftol": 1e-13})
        assert upper == pytest.approx(-best.fun, abs=1e-6)
        assert upper >= -best.fun - 1e-9
        assert lower == pytest.approx(min(entropy(member) for member in row), abs=1e-12)


@pytest.mark.parametrize("k", [2, 3, 6])
def test_least_entropy_of_intervals_is_that_of_the_best_vertex(k):
    p = ensembles(k)
    scores = qualm.measure(p, axes="nmk", measures=["credal-interval"], log_base="e").scores()
    for row, lower in zip(p, scores["credal-interval.aleatoric"]):
        low, high = row.min(axis=0), row.max(axis=0)
        vertices = []
        for free, *ends in itertools.product(range(k), *[[0, 1]] * k):
            point = np.where(ends, high, low)
            point[free] = 1 - np.delete(point, free).sum()
            if low[free] - 1e-14 <= point[free] <= high[free] + 1e-14:
                vertices.append(entropy(point))
        assert lower == pytest.approx(min(vertices), abs=1e-11)

