#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Time of two ranks beside one, on the same data (strong scaling) and on twice the data (weak).

usage: benchmarks/mpi_scaling.py BUILD_FOLDER [ROWS] [REPEATS]
The outputs are compared before anything is timed. Repeats are interleaved, one thread per rank; ratios are of medians,
less the time that mpirun takes to start and end as many ranks. 1 is ideal.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

QUALM = pathlib.Path(sys.argv[1]).resolve() / "qualm-mpi"
ROWS = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
REPEATS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
MEMBERS, CLASSES = 10, 20
MEASURES = "variance,entropy,label-entropy,spherical,wasserstein"
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
    return [QUALM, kind, f"{name}.npy", "--axes", "nmk", "--threads", "1", "--quiet", "--measure", MEASURES,
            *labels, "-o", out], out


def run(ranks, kind, name):
    """Seconds, and the output."""
    words, out = command(kind, name)
    start = time.perf_counter()
    subprocess.run([*LAUNCH, str(ranks), *map(str, words)], check=True, capture_output=True)
    return time.perf_counter() - start, pathlib.Path(out).read_bytes()


def main():
    make(ROWS, "once")
    make(2 * ROWS, "twice")
    start_up = {ranks: statistics.median(timed([*LAUNCH, str(ranks), str(QUALM), "--version"]) for _ in range(REPEATS))
                for ranks in (1, 2)}
    print(f"{ROWS} rows x {MEMBERS} members x {CLASSES} classes, float32; mpirun itself: "
          f"{start_up[1]:.2f} s for one rank, {start_up[2]:.2f} s for two")
    print("| command | one rank | two ranks | strong: 2 t(2) / t(1) | weak: t(2, twice the rows) / t(1) |")
    print("| --- | --- | --- | --- | --- |")
    for kind in ("measure", "reject"):
        for name in ("once", "twice"):
            assert run(1, kind, name)[1] == run(2, kind, name)[1], "the bytes differ"
        cases = {(1, "once"): [], (2, "once"): [], (2, "twice"): []}
        for _ in range(REPEATS):
            for (ranks, name), times in cases.items():
                times.append(run(ranks, kind, name)[0])
        one, strong, weak = (statistics.median(times) - start_up[ranks] for (ranks, _), times in cases.items())
        print(f"| {kind} | {one:.2f} s | {strong:.2f} s | {2 * strong / one:.2f} | {weak / one:.2f} |")


def timed(words):
    start = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
