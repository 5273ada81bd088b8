#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Time of two ranks beside one, on the same data (strong scaling) and on twice the data (weak).

usage: benchmarks/mpi_scaling.py BUILD_FOLDER [ROWS] [REPEATS]
The outputs are compared before anything is timed. Repeats are interleaved; ratios are of medians. 1 is ideal.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

QUALM = pathlib.Path(sys.argv[1]).resolve() / "qualm"
ROWS = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
REPEATS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
MEMBERS, CLASSES = 10, 20
LAUNCH = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n"]


def make(rows, name):
    rng = np.random.default_rng(0)
    p = rng.gamma(.7, size=(rows, MEMBERS, CLASSES)).astype(np.float32) + 1e-6
    p /= p.sum(axis=-1, keepdims=True)
    np.save(f"{name}.npy", p)
    np.save(f"{name}_labels.npy", rng.integers(0, CLASSES, rows))


def command(kind, name):
    out = f"{kind}-{name}.json" if kind == "reject" else f"{kind}-{name}.npz"
    labels = ["--labels", f"{name}_labels.npy"] if kind == "reject" else []
    return [QUALM, kind, f"{name}.npy", "--axes", "nmk", "--threads", "1", "--quiet", *labels, "-o", out], out


def run(ranks, kind, name):
    """Seconds within mpirun, which takes about as long for any number of ranks, and the output."""
    words, out = command(kind, name)
    start = time.perf_counter()
    subprocess.run([*LAUNCH, str(ranks), *map(str, words)], check=True, capture_output=True)
    return time.perf_counter() - start, pathlib.Path(out).read_bytes()


def main():
    os.chdir(tempfile.mkdtemp())
    make(ROWS, "once")
    make(2 * ROWS, "twice")
    start_up = statistics.median(
        timed([*LAUNCH, "2", str(QUALM), "--version"]) for _ in range(REPEATS))
    print(f"{ROWS} rows x {MEMBERS} members x {CLASSES} classes, float32; mpirun itself: {start_up:.2f} s")
    print("| command | one rank | two ranks | strong: 2 t(2) / t(1) | weak: t(2, twice the rows) / t(1) |")
    print("| --- | --- | --- | --- | --- |")
    for kind in ("measure", "reject"):
        for name in ("once", "twice"):
            assert run(1, kind, name)[1] == run(2, kind, name)[1], "the bytes differ"
        cases = {(1, "once"): [], (2, "once"): [], (2, "twice"): []}
        for _ in range(REPEATS):
            for (ranks, name), times in cases.items():
                times.append(run(ranks, kind, name)[0])
        one, strong, weak = (statistics.median(times) for times in cases.values())
        print(f"| {kind} | {one:.2f} s | {strong:.2f} s | {2 * strong / one:.2f} | {weak / one:.2f} |")


def timed(words):
    start = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
