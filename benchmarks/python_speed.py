#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast is qualm.measure, called from Python, beside numpy and torch on the same array in memory? All compute
variance and entropy, three parts each; the answers are compared before anything is timed; the competitors take turns,
medians are shown. Then the peak memory of each, over that of the input, in a process of its own.

usage: PYTHONPATH=build/python benchmarks/python_speed.py [--repeats 5]
"""
import argparse
import os
import re
import statistics
import subprocess
import sys

import numpy as np
from compare import SHAPES, careful_numpy, torch, turn, with_torch

import qualm


def with_qualm(p):
    return list(qualm.measure(p).scores().values())


COMPETITORS = {"qualm": with_qualm, "numpy": careful_numpy, **({"torch": with_torch} if torch else {})}


def made(n, m, k):
    few = np.random.default_rng(0).dirichlet([0.3] * k, size=(10_000, m)).astype(np.float32)
    return np.resize(few, (n, m, k))


def peak_of_process():
    """Mebibytes; unlike ru_maxrss not handed down by the parent."""
    return int(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read()).group(1)) / 1024


def print_peak(name, n, m, k):
    """Mebibytes over those of the input, in this process."""
    p = np.full((n, m, k), 1 / k, np.float32)
    COMPETITORS[name](p[:100])
    before = peak_of_process()
    answer = COMPETITORS[name](p)
    print(peak_of_process() - before, len(answer))


def peak(name, shape):
    done = subprocess.run([sys.executable, __file__, "--peak-of", name, *map(str, shape)], check=True,
                          capture_output=True, text=True)
    return float(done.stdout.split()[0])


def milliseconds(seconds):
    return f"{seconds * 1000:.0f}" if seconds >= 0.1 else f"{seconds * 1000:.2g}"


def compare(shape, repeats):
    p = made(*shape)
    got = with_qualm(p)
    for compute in COMPETITORS.values():
        for a, b in zip(got, compute(p)):
            assert np.allclose(a, b, rtol=1e-3, atol=1e-4), "the answers differ"
    times = {name: [] for name in COMPETITORS}
    for _ in range(repeats):
        for name, compute in COMPETITORS.items():
            times[name] += turn(lambda: compute(p))
    median = {name: statistics.median(values) for name, values in times.items()}
    n, m, k = shape
    cells = [f"{n:,} × {m} × {k}", f"{p.nbytes / 2**20:.0f} MiB"]
    for name in COMPETITORS:
        ratio = "" if name == "qualm" else f" ({median[name] / median['qualm']:.0f}×)"
        cells.append(f"{milliseconds(median[name])} ms{ratio}, +{peak(name, shape):.0f} MiB")
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--repeats", type=int, default=5)
    arguments.add_argument("--peak-of", nargs=4, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if torch:
        torch.set_num_threads(os.cpu_count())
    if options.peak_of:
        name, *shape = options.peak_of
        return print_peak(name, *map(int, shape))
    print("| instances × members × classes, float32 | input | " + " | ".join(COMPETITORS) + " |")
    print("| --- | --- |" + " --- |" * len(COMPETITORS))
    for shape in SHAPES:
        compare(shape, options.repeats)


if __name__ == "__main__":
    main()
