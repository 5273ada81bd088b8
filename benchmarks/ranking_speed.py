#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long do `qualm ood` and `qualm reject` take for scores of millions of rows, from the start of the command to its
end, beside scikit-learn's roc_auc_score alone, which has its arrays in memory? The AUROCs are compared before anything
is timed; runs of all take turns, and medians, their spread and the memory of the command are printed.

usage: benchmarks/ranking_speed.py [build/qualm] [--rows 10000000] [--repeats 5] [--threads 0]
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from sklearn.metrics import roc_auc_score


def run(command):
    """Seconds of a command, and what it printed."""
    start = time.perf_counter()
    printed = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return time.perf_counter() - start, printed


def megabytes(command):
    """The peak memory of a command, started by a small process: a child begins with the peak of its parent."""
    code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000)")
    return float(run([sys.executable, "-c", code, *command])[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qualm", nargs="?", default="build/qualm")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    half = arguments.rows // 2
    scores = np.concatenate([random.normal(0, 1, half), random.normal(1, 1, half)]).astype(np.float32)
    out = np.repeat(np.array([0, 1], dtype=np.uint8), half)
    wrong = random.random(2 * half) < 0.3 / (1 + np.exp(-scores))

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "far").mkdir()
        np.save(folder / "mine.npy", scores[:half])
        np.save(folder / "far/mine.npy", scores[half:])
        np.save(folder / "all.npy", scores)
        np.save(folder / "correct.npy", ~wrong)
        common = ["--input", "scores", "--quiet", *(["--threads", str(arguments.threads)] if arguments.threads else [])]
        commands = {
            "ood": [arguments.qualm, "ood", "--in", folder / "mine.npy", "--out", f"far={folder}/far/mine.npy", *common],
            "reject": [arguments.qualm, "reject", folder / "all.npy", "--correct", folder / "correct.npy", *common],
        }
        found = json.loads(run([*commands["ood"], "--format", "json"])[1])["scores"]["mine"]["far"]["auroc"]
        assert abs(found - roc_auc_score(out, scores)) < 1e-12
        found = json.loads(run([*commands["reject"], "--format", "json"])[1])["curves"]["all"]["auroc_error"]
        assert abs(found - roc_auc_score(wrong, scores)) < 1e-12

        times = {name: [] for name in ("roc_auc_score", *commands)}
        memory = {name: megabytes(command) for name, command in commands.items()}
        for _ in range(arguments.repeats):
            start = time.perf_counter()
            roc_auc_score(out, scores)
            times["roc_auc_score"].append(time.perf_counter() - start)
            for name, command in commands.items():
                times[name].append(run(command)[0])
    print(f"{2 * half} rows, float32, {arguments.repeats} turns: median (least … greatest)")
    theirs = statistics.median(times["roc_auc_score"])
    for name, taken in times.items():
        median = statistics.median(taken)
        print(f"{name:14} {median:7.3f} s ({min(taken):.3f} … {max(taken):.3f})"
              + (f"  {theirs / median:5.1f} times as fast, {memory[name]:.0f} MB" if name in commands else ""))


if __name__ == "__main__":
    main()
