#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How much faster is qualm than numpy, scipy and torch on the same predictions, in memory? All compute variance and
entropy, three parts each. The answers are compared before anything is timed; the competitors take turns, and
medians are shown: seconds for qualm, multiples of that for the others. torch is left out where it is not installed.

usage: benchmarks/compare.py BUILD_FOLDER [--repeats 5] [--authors uncertainty.py]        (make bench builds and runs it)

--authors takes uncertainty.py of the paper's own code, github.com/YSale/uq-variance. It is read where it lies.
"""
import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
import unittest.mock

import numpy as np
import scipy.stats

try:
    import torch
except ImportError:
    torch = None

SHAPES = [(10_000, 5, 10), (1_000_000, 5, 10), (100_000, 10, 100), (20_000, 10, 1000)]


def careful_numpy(p):
    """As a careful user writes it: one log per probability, EU of entropy as a difference."""
    mean = p.mean(1)
    chance, spread = (p * (1 - p)).mean(1).sum(-1), p.var(1).sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        aleatoric = -np.nan_to_num(p * np.log2(p)).sum(-1).mean(1)
        total = -np.nan_to_num(mean * np.log2(mean)).sum(-1)
    return [chance + spread, chance, spread, total, aleatoric, total - aleatoric]


def scipy_entropy(p):
    """As most people write it; EU as the mean divergence from the mean, so that it is not a difference."""
    mean = p.mean(1)
    total = scipy.stats.entropy(mean, base=2, axis=-1)
    aleatoric = scipy.stats.entropy(p, base=2, axis=-1).mean(1)
    epistemic = scipy.stats.entropy(p, mean[:, None, :], base=2, axis=-1).mean(1)
    chance, spread = (p * (1 - p)).mean(1).sum(-1), p.var(1).sum(-1)
    return [chance + spread, chance, spread, total, aleatoric, epistemic]


def with_torch(p):
    """The same as careful_numpy; torch uses all cores."""
    p = torch.from_numpy(p)
    mean = p.mean(1)
    chance, spread = (p * (1 - p)).mean(1).sum(-1), p.var(1, unbiased=False).sum(-1)
    aleatoric = -torch.special.xlogy(p, p).sum(-1).mean(1) / np.log(2)
    total = -torch.special.xlogy(mean, mean).sum(-1) / np.log(2)
    return [chance + spread, chance, spread, total, aleatoric, total - aleatoric]


def code_of_the_authors(path):
    """Its six functions, for instances x classes x members. The modules it imports beside numpy, scipy and torch are
    for training: nothing of them is called."""
    with unittest.mock.patch.dict(sys.modules, {name: unittest.mock.MagicMock() for name in ("utils", "models", "tqdm")}):
        spec = importlib.util.spec_from_file_location("authors", path)
        authors = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(authors)

    def compute(p):
        bits = np.log2(p.shape[1])
        return [getattr(authors, f"{part}_uncertainty_{family}")(p) * unit
                for family, unit in (("variance", 1), ("entropy", bits)) for part in ("total", "aleatoric", "epistemic")]

    return compute


def with_qualm(build, path, out):
    command = [f"{build}/qualm", "measure", path, "--axes", "nmk", "-o", out, "--quiet"]
    subprocess.run(command, check=True)
    result = np.load(out)
    return [result[f"{family}_{part}"] for family in ("variance", "entropy")
            for part in ("total", "aleatoric", "epistemic")]


def seconds(action):
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def turn(action):
    """Times of as many calls as take a twentieth of a second, at least one."""
    times = [seconds(action)]
    while sum(times) < 0.05:
        times.append(seconds(action))
    return times


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("build")
    arguments.add_argument("--repeats", type=int, default=5)
    arguments.add_argument("--authors")
    options = arguments.parse_args()
    competitors = {"numpy": careful_numpy, "scipy": scipy_entropy}
    if torch:
        torch.set_num_threads(os.cpu_count())
        competitors["torch"] = with_torch
    if options.authors:
        competitors["authors"] = code_of_the_authors(options.authors)
    print("| instances × members × classes, float32 | qualm | " + " | ".join(competitors) + " |")
    print("| --- | --- |" + " --- |" * len(competitors))
    with tempfile.TemporaryDirectory() as temporary:
        path, out = f"{temporary}/p.npy", f"{temporary}/out.npz"
        for n, m, k in SHAPES:
            few = np.random.default_rng(0).dirichlet([0.3] * k, size=(10_000, m)).astype(np.float32)
            p = np.resize(few, (n, m, k))
            np.save(path, p)
            got = with_qualm(options.build, path, out)
            inputs = {name: p for name in competitors}
            if options.authors:
                inputs["authors"] = np.ascontiguousarray(p.transpose(0, 2, 1))
            for name, compute in competitors.items():
                for a, b in zip(got, compute(inputs[name])):
                    assert np.allclose(a, b, rtol=1e-3, atol=1e-4), "the answers differ"
            times = {name: [] for name in ["qualm", *competitors]}
            for _ in range(options.repeats):
                timed = subprocess.run([f"{options.build}/benchmarks/measure_speed", path, "0.05"], check=True,
                                       capture_output=True, text=True)
                times["qualm"] += [float(line) for line in timed.stdout.split()]
                for name, compute in competitors.items():
                    times[name] += turn(lambda: compute(inputs[name]))
            median = {name: statistics.median(values) for name, values in times.items()}
            ratios = [f"{median[name] / median['qualm']:.0f}×" for name in competitors]
            print(f"| {n:,} × {m} × {k} | {median['qualm'] * 1000:.3g} ms | " + " | ".join(ratios) + " |", flush=True)


if __name__ == "__main__":
    main()
