#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long does `qualm reject --bootstrap` take, beside a numpy script for one score? The script draws rows by their
numbers, takes them from arrays that are sorted once, and computes AURC and AUGRC of each replicate. Both have 95%
intervals, which are compared first: they differ by chance only. Runs take turns.

usage: benchmarks/bootstrap_speed.py [build/qualm] [--rows 10000] [--scores 20] [--replicates 2000] [--repeats 3]
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy as np


def bootstrap(score, wrong, replicates, random):
    """95% intervals of AURC and AUGRC, of distinct scores."""
    n = len(score)
    wrong = wrong[np.argsort(score)].astype(np.float64)
    aurc, augrc = np.empty(replicates), np.empty(replicates)
    k = np.arange(1, n + 1)
    for i in range(replicates):
        drawn = np.sort(random.integers(n, size=n))
        errors = np.cumsum(wrong[drawn])
        aurc[i] = (errors / k).mean()
        augrc[i] = (errors.sum() - errors[-1] / 2) / n**2
    return [np.quantile(values, [0.025, 0.975]) for values in (aurc, augrc)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qualm", nargs="?", default="build/qualm")
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--scores", type=int, default=20)
    parser.add_argument("--replicates", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    scores = random.random((arguments.scores, arguments.rows))
    wrong = random.random(arguments.rows) < 0.2 * scores[0]

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i, score in enumerate(scores):
            np.save(folder / f"s{i}.npy", score)
        np.save(folder / "correct.npy", ~wrong)
        command = [arguments.qualm, "reject", "--input", "scores", *sorted(folder.glob("s*.npy")), "--correct",
                   folder / "correct.npy", "--bootstrap", str(arguments.replicates), "--format", "json", "--quiet"]
        ours = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["curves"]["s0"]["ci95"]
        theirs = bootstrap(scores[0], wrong, arguments.replicates, random)
        for name, (low, high) in zip(("aurc", "augrc"), theirs):
            found = ours[name]
            assert max(abs(found[0] - low), abs(found[1] - high)) < 0.15 * (high - low), (name, found, low, high)

        taken, script = [], []
        for _ in range(arguments.repeats):
            start = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            taken.append(time.perf_counter() - start)
            start = time.perf_counter()
            bootstrap(scores[0], wrong, arguments.replicates, random)
            script.append(time.perf_counter() - start)
    print(f"{arguments.replicates} replicates of {arguments.rows} rows: median (least … greatest)")
    for name, values in ((f"qualm reject, {arguments.scores} scores", taken), ("numpy, one score", script)):
        print(f"{name:26} {statistics.median(values):7.3f} s ({min(values):.3f} … {max(values):.3f})")
    each = statistics.median(taken) / arguments.scores
    print(f"for one score qualm is {statistics.median(script) / each:.0f} times as fast")


if __name__ == "__main__":
    main()
