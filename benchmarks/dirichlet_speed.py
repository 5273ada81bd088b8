#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast are the closed forms of Dirichlet distributions, on one thread, beside numpy and scipy scripts? The
answers are compared before anything is timed; runs of both take turns, and the fastest of each counts.

usage: PYTHONPATH=build/python benchmarks/dirichlet_speed.py [--rows 100000] [--classes 10] [--repeats 15]
"""
import argparse
import statistics
import time

import numpy as np
from scipy.special import betainc, gammaln, psi

import qualm


def variance(a):
    s = a.sum(axis=1, keepdims=True)
    m = a / s
    total = (m * (1 - m)).sum(axis=1)
    s = s[:, 0]
    return total * (s / (s + 1)), total / (s + 1)


def entropy(a):
    s = a.sum(axis=1, keepdims=True)
    m = a / s
    aleatoric = psi(s[:, 0] + 1) - (m * psi(a + 1)).sum(axis=1)
    return aleatoric, -(m * np.log(m)).sum(axis=1) - aleatoric


def pair_entropy(a, b):
    """Of two outcomes each, not summed."""
    s = a + b
    m, r = a / s, b / s
    aleatoric = psi(s + 1) - m * psi(a + 1) - r * psi(b + 1)
    return aleatoric, -m * np.log(m) - r * np.log(r) - aleatoric


def label_entropy(a):
    return [part.sum(axis=1) for part in pair_entropy(a, a.sum(axis=1, keepdims=True) - a)]


def pairwise_entropy(a):
    return entropy(a)[0], (a.shape[1] - 1) / a.sum(axis=1)


def reverse_entropy(a):
    return None, (a.shape[1] - 1) / a.sum(axis=1) - entropy(a)[1]


def thresholds(a):
    below = np.cumsum(a, axis=1)
    return below[:, :-1], below[:, -1:] - below[:, :-1]


def ordinal_variance(a):
    below, above = thresholds(a)
    s = a.sum(axis=1)
    total = (below * above).sum(axis=1) / s**2
    return total * (s / (s + 1)), total / (s + 1)


def ordinal_entropy(a):
    return [part.sum(axis=1) for part in pair_entropy(*thresholds(a))]


def ordinal_absolute(a):
    below, above = thresholds(a)
    s = below + above
    aleatoric = below / s * betainc(below + 1, above, 0.5) + above / s * betainc(above + 1, below, 0.5)
    return aleatoric.sum(axis=1), (np.minimum(below, above) / s - aleatoric).sum(axis=1)


def integer_variance(a):
    s = a.sum(axis=1)
    steps = np.arange(a.shape[1])
    total = a @ steps**2 / s - (a @ steps / s) ** 2
    return total * (s / (s + 1)), total / (s + 1)


def tsallis(a, q):
    s = a.sum(axis=1, keepdims=True)
    moments = np.exp(gammaln(a + q) - gammaln(a) - gammaln(s + q) + gammaln(s)).sum(axis=1)
    return (1 - moments) / (q - 1), (moments - ((a / s) ** q).sum(axis=1)) / (q - 1)


SCRIPTS = {"variance": variance, "entropy": entropy, "label-entropy": label_entropy,
           "pairwise-entropy": pairwise_entropy, "reverse-entropy": reverse_entropy,
           "ordinal-variance": ordinal_variance, "ordinal-entropy": ordinal_entropy,
           "integer-variance": integer_variance, "ordinal-absolute": ordinal_absolute,
           "tsallis:0.5": lambda a: tsallis(a, 0.5), "tsallis:1.5": lambda a: tsallis(a, 1.5),
           "tsallis:3": lambda a: tsallis(a, 3)}


def seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(name, alpha, repeats):
    def ours():
        return qualm.measure(qualm.Dirichlet(alpha), measures=[name], ordered=True, log_base="e", threads=1)

    def theirs():
        return SCRIPTS[name](alpha)

    parts, error = ours().scores(), 0
    for part, wanted in zip(("aleatoric", "epistemic"), theirs()):
        if wanted is not None:
            error = max(error, np.abs(parts[f"{name}.{part}"] / wanted - 1).max())
    assert error < 1e-9, f"{name}: {error}"
    times = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    fast, slow = (min(time) for time in zip(*times))
    ratios = [theirs / mine for mine, theirs in times]
    print(f"{name:17} qualm {fast * 1e3:9.2f} ms  script {slow * 1e3:9.2f} ms  ratio {statistics.median(ratios):7.1f}"
          f" ({min(ratios):.1f}–{max(ratios):.1f})  difference {error:.0e}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=int, default=100_000)
    arguments.add_argument("--classes", type=int, default=10)
    arguments.add_argument("--repeats", type=int, default=15)
    asked = arguments.parse_args()
    alpha = np.random.default_rng(0).gamma(1, size=(asked.rows, asked.classes)) + 0.1
    for name in SCRIPTS:
        compare(name, alpha, asked.repeats)


if __name__ == "__main__":
    main()
