#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast are the set-valued families beside numpy and scipy scripts that are as exact? The answers are compared
before anything is timed; the scripts run on fewer rows, times are per row.

usage: PYTHONPATH=build/python benchmarks/credal_speed.py [--rows 2000]
"""
import argparse
import itertools
import time

import numpy as np
from scipy.optimize import minimize

import qualm


def entropy(p):
    return -np.sum(p * np.log2(np.where(p > 0, p, 1)), axis=-1)


def hull_script(row):
    """Greatest entropy by sequential quadratic programming in the weights, with its gradient."""
    m = len(row)

    def loss(w):
        p = np.maximum(w @ row, 1e-300)
        return np.sum(p * np.log2(p)), row @ (np.log2(p) + 1 / np.log(2))

    found = minimize(loss, np.full(m, 1 / m), jac=True, method="SLSQP", bounds=[(0, 1)] * m,
                     constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(m)},
                     options={"ftol": 1e-12, "maxiter": 500})
    return -found.fun, entropy(row).min()


def interval_script(row):
    """Greatest entropy by bisection, least by all vertices at once."""
    low, high = row.min(axis=0), row.max(axis=0)
    k = len(low)
    least, most = 0.0, 1.0
    for _ in range(60):
        level = (least + most) / 2
        least, most = (level, most) if np.clip(level, low, high).sum() < 1 else (least, level)
    choices = np.array(list(itertools.product([False, True], repeat=k - 1)))
    best = np.inf
    for free in range(k):
        others = np.delete(np.arange(k), free)
        p = np.where(choices, high[others], low[others])
        left = 1 - p.sum(axis=1)
        fits = (left >= low[free] - 1e-12) & (left <= high[free] + 1e-12)
        if fits.any():
            best = min(best, entropy(np.column_stack([p[fits], np.maximum(left[fits], 0)])).min())
    return entropy(np.clip(least, low, high)), best


SCRIPTS = {"credal": hull_script, "credal-interval": interval_script}


def compare(name, m, k, n_rows):
    random = np.random.default_rng(0)
    centre = 1.5 * random.normal(size=(n_rows, 1, k))
    logits = centre + random.normal(size=(n_rows, m, k))
    p = np.exp(logits)
    p /= p.sum(axis=2, keepdims=True)
    start = time.perf_counter()
    got = qualm.measure(p, measures=[name], threads=1)
    ours = (time.perf_counter() - start) / n_rows
    n_few = min(n_rows, 50)
    start = time.perf_counter()
    wanted = np.array([SCRIPTS[name](row) for row in p[:n_few]])
    theirs = (time.perf_counter() - start) / n_few
    parts = got.scores()
    error = max(np.abs(parts[f"{name}.total"][:n_few] - wanted[:, 0]).max(),
                np.abs(parts[f"{name}.aleatoric"][:n_few] - wanted[:, 1]).max())
    assert error < 1e-6, f"{name} {m}x{k}: {error}"
    print(f"{name:16} {m:3} members {k:4} classes  qualm {ours * 1e6:9.1f} us  script {theirs * 1e6:10.1f} us"
          f"  ratio {theirs / ours:7.1f}  difference {error:.1e}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=int, default=2000)
    rows = arguments.parse_args().rows
    for m, k in [(5, 3), (5, 10), (10, 10), (10, 100)]:
        compare("credal", m, k, rows)
    for m, k in [(5, 3), (5, 10), (10, 10), (5, 14)]:
        compare("credal-interval", m, k, rows)


if __name__ == "__main__":
    main()
