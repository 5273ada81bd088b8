#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster is `qualm measure` than numpy on the same file? Whole commands are timed: start, read,
measure (variance and entropy, three parts each), write. The answers are compared before anything is timed; the
competitors take turns, and medians are shown.

usage: benchmarks/compare.py QUALM [--repeats 5]
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

import numpy as np
import scipy.stats

SHAPES = [(1_000_000, 5, 10), (100_000, 10, 100), (10_000, 10, 1000)]


def careful_numpy(path):
    """As a careful user writes it: one log per probability, EU as a difference."""
    p = np.load(path)
    mean = p.mean(1)
    chance = (p * (1 - p)).mean(1).sum(-1)
    spread = p.var(1).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        plogp = np.nan_to_num(p * np.log2(p)).sum(-1)
        total = -np.nan_to_num(mean * np.log2(mean)).sum(-1)
    aleatoric = -plogp.mean(1)
    return [chance + spread, chance, spread, total, aleatoric, total - aleatoric]


def scipy_entropy(path):
    """As most people write it, with scipy.stats.entropy."""
    p = np.load(path)
    mean = p.mean(1)
    total = scipy.stats.entropy(mean, base=2, axis=-1)
    aleatoric = scipy.stats.entropy(p, base=2, axis=-1).mean(1)
    chance, spread = (p * (1 - p)).mean(1).sum(-1), p.var(1).sum(-1)
    return [chance + spread, chance, spread, total, aleatoric, total - aleatoric]


def with_qualm(command, path, out):
    subprocess.run([command, "measure", path, "--axes", "nmk", "-o", out, "--quiet"], check=True)
    result = np.load(out)
    return [result[f"{family}_{part}"] for family in ("variance", "entropy")
            for part in ("total", "aleatoric", "epistemic")]


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("qualm")
    arguments.add_argument("--repeats", type=int, default=5)
    options = arguments.parse_args()
    folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
    print("| instances x members x classes, float32 | qualm | careful numpy | scipy.stats.entropy |")
    print("| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        path, out = f"{temporary}/p.npy", f"{temporary}/out.npz"
        for n, m, k in SHAPES:
            few = np.random.default_rng(0).dirichlet([0.3] * k, size=(10_000, m)).astype(np.float32)
            np.save(path, np.resize(few, (n, m, k)))
            got, expected = with_qualm(options.qualm, path, out), careful_numpy(path)
            for a, b in zip(got, expected):
                assert np.allclose(a, b, rtol=1e-3, atol=1e-4), "the answers differ"
            times = {"qualm": [], "numpy": [], "scipy": []}
            for _ in range(options.repeats):
                times["qualm"].append(seconds(lambda: with_qualm(options.qualm, path, out)))
                times["numpy"].append(seconds(lambda: careful_numpy(path)))
                times["scipy"].append(seconds(lambda: scipy_entropy(path)))
            median = {name: statistics.median(values) for name, values in times.items()}
            print(f"| {n}x{m}x{k} | 1 ({median['qualm']:.2f} s) | {median['numpy'] / median['qualm']:.0f}x | "
                  f"{median['scipy'] / median['qualm']:.0f}x |")


if __name__ == "__main__":
    main()
