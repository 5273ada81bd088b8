#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How often do the intervals and promises of `qualm reject` and `qualm ood` hold?

Many worlds whose truth is known are drawn, the command judges each, and the share of them in which
its 95% interval covers the truth (or its guarantee is kept) is printed with its standard error.

    benchmarks/interval_coverage.py [--qualm build/qualm] [--worlds 1000] [--seed 0]
"""
import argparse
import json
import math
import os
import subprocess
import tempfile

import numpy as np


def run(qualm, *arguments):
    done = subprocess.run([qualm, *arguments, "--format", "json", "--threads", "1"],
                          capture_output=True, check=True)
    return json.loads(done.stdout)


def normal_quantile_shift(auroc):
    """The distance of two unit normals whose AUROC is this, by bisection of its closed form."""
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if 0.5 * (1 + math.erf(middle / 2)) < auroc else (low, middle)
    return low


def detection_world(qualm, rng, n, auroc):
    """Two normals; the truth is the AUROC."""
    np.save("in.npy", rng.normal(size=n))
    np.save("out.npy", rng.normal(size=n) + normal_quantile_shift(auroc))
    cell = run(qualm, "ood", "--input", "scores", "--in", "in.npy", "--out", "x=out.npy")
    low, high = cell["scores"]["in"]["x"]["ci95"]
    return low <= auroc <= high


def comparison_world(qualm, rng, n):
    """Two scores that are equally good: their difference is 0, and a test errs in 5%."""
    for name, shift in (("in", 0), ("out", 1)):
        common = rng.normal(size=n) + shift
        np.save(f"{name}_a.npy", common + rng.normal(size=n))
        np.save(f"{name}_b.npy", common + rng.normal(size=n))
    found = run(qualm, "ood", "--input", "scores", "--in", "in_a.npy", "--in", "in_b.npy", "--out",
                "x=out_a.npy", "--out", "x=out_b.npy")
    return found["comparisons"][0]["p_value"] >= 0.05


def rejection_world(qualm, rng, n):
    """A score u uniform in [0, 1], wrong with probability u^2 / 2: AURC 1/18, AUROC 4/5."""
    score = rng.random(n)
    np.save("score.npy", score)
    np.save("correct.npy", rng.random(n) >= score ** 2 / 2)
    curve = run(qualm, "reject", "score.npy", "--input", "scores", "--correct", "correct.npy",
                "--bootstrap", "500")["curves"]["score"]
    truth = {"aurc": 1 / 18, "auroc_error": 0.8}
    return [curve["ci95"][key][0] <= value <= curve["ci95"][key][1]
            for key, value in truth.items()]


def promise_world(qualm, rng, n, risk, delta):
    """The same world: a threshold t keeps rows that are wrong at a rate of t^2 / 6."""
    score = rng.random(n)
    np.save("score.npy", score)
    np.save("correct.npy", rng.random(n) >= score ** 2 / 2)
    promise = run(qualm, "reject", "score.npy", "--input", "scores", "--correct", "correct.npy",
                  "--bootstrap", "0", "--calibration", "0.5", "--guarantee",
                  f"risk={risk},delta={delta}")["curves"]["score"]["guarantee"][0]
    threshold = promise["threshold"]
    return threshold is None or threshold ** 2 / 6 <= risk


def report(what, outcomes):
    share = np.mean(outcomes)
    error = math.sqrt(share * (1 - share) / len(outcomes))
    print(f"{what:52} {share:.3f} ± {error:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--qualm", default="build/qualm")
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    qualm, worlds = os.path.abspath(arguments.qualm), range(arguments.worlds)
    rng = np.random.default_rng(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for n in (20, 100, 1000):
            for auroc in (0.7, 0.95):
                report(f"AUROC {auroc}, {n} rows of each kind",
                       [detection_world(qualm, rng, n, auroc) for _ in worlds])
        report("equal scores, 100 rows: no difference at 5%",
               [comparison_world(qualm, rng, 100) for _ in worlds])
        for n in (100, 1000):
            aurc, auroc = zip(*[rejection_world(qualm, rng, n) for _ in worlds])
            report(f"AURC, {n} rows, bootstrap", aurc)
            report(f"AUROC of being wrong, {n} rows", auroc)
        for delta in (0.05, 0.2):
            report(f"risk at most 0.05 with delta {delta}, 1000 rows",
                   [promise_world(qualm, rng, 1000, 0.05, delta) for _ in worlds])


if __name__ == "__main__":
    main()
