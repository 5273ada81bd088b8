#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast are files read and written, on one thread? `qualm measure` beside a numpy script that loads, computes and
saves, and beside pandas for CSV files. Answers are compared before anything is timed; runs take turns, the fastest of
each counts, and both sides are whole processes.

usage: benchmarks/file_speed.py [--qualm build/qualm] [--rows 1000000] [--repeats 5] [--folder /tmp]
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

SCRIPT = """
import sys
import numpy as np
p = np.load(sys.argv[1])
with np.errstate(divide="ignore", invalid="ignore"):
    entropy = lambda q: -np.sum(np.where(q > 0, q * np.log2(q), 0), axis=-1)
    mean = p.mean(axis=1)
    total = (mean * (1 - mean)).sum(axis=-1)
    aleatoric = (p * (1 - p)).sum(axis=-1).mean(axis=1)
    entropy_total = entropy(mean)
    entropy_aleatoric = entropy(p).mean(axis=1)
np.savez(sys.argv[2], predicted=mean.argmax(axis=1), variance_total=total, variance_aleatoric=aleatoric,
         variance_epistemic=total - aleatoric, entropy_total=entropy_total, entropy_aleatoric=entropy_aleatoric,
         entropy_epistemic=entropy_total - entropy_aleatoric)
"""
PANDAS = "import sys, pandas; pandas.read_csv(sys.argv[1])"


def seconds(command):
    """Of a process, and the most memory that it had."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command[0]} failed")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def turns(commands, repeats):
    """Seconds and memory of each command, which take turns."""
    found = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            found[name].append(seconds(command))
    return found


def fastest(commands, repeats):
    """The least seconds of each command, run in turns, and its memory."""
    return {name: min(each) for name, each in turns(commands, repeats).items()}


def copy_seconds(source, n_bytes, target):
    """What the system takes to read a file, to write so many bytes to the disk and to name them: no program that
    does the same and computes anything can take less."""
    start = time.perf_counter()
    piece = bytearray(1 << 20)
    with open(source, "rb", buffering=0) as file:
        while file.readinto(piece):
            pass
    pending = target + ".tmp"
    with open(pending, "wb", buffering=0) as file:
        for first in range(0, n_bytes, len(piece)):
            file.write(memoryview(piece)[:n_bytes - first])
        written = time.perf_counter()
        os.fsync(file.fileno())
        synced = time.perf_counter()
    os.rename(pending, target)
    return time.perf_counter() - start, synced - written


def compare(ours, theirs):
    a, b = np.load(ours), np.load(theirs)
    for family in ("variance", "entropy"):
        for part in ("total", "aleatoric", "epistemic"):
            mine = a[f"{family}_{part}"] if f"{family}_{part}" in a else a[f"{family}.{part}"]
            error = np.abs(mine - b[f"{family}_{part}"]).max()
            assert error < 1e-5, f"{family} {part} differs by {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qualm", default="build/qualm")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    said = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory(dir=said.folder) as folder:
        path = lambda name: os.path.join(folder, name)
        rng = np.random.default_rng(0)
        p = rng.dirichlet(np.full(10, 0.6), size=(said.rows, 5)).astype(np.float32)
        np.save(path("p.npy"), p)
        measure = [os.path.abspath(said.qualm), "measure", "--threads", "1", "--quiet", "--axes"]
        commands = {"qualm": [*measure, "nmk", path("p.npy"), "-o", path("ours.npz")],
                    "numpy": [sys.executable, "-c", SCRIPT, path("p.npy"), path("theirs.npz")]}
        for command in commands.values():
            seconds(command)
        compare(path("ours.npz"), path("theirs.npz"))
        all_turns = turns(commands, said.repeats)
        found = {name: min(each) for name, each in all_turns.items()}
        size = os.path.getsize(path("p.npy")) / 1e6
        for name, (took, memory) in found.items():
            print(f"{name:6} {said.rows}x5x10 float32 .npy -> .npz: {took:7.3f} s, {size / took:7.0f} MB/s in, {memory:5.0f} MB")
        ratios = [theirs[0] / mine[0] for theirs, mine in zip(all_turns["numpy"], all_turns["qualm"])]
        print(f"ratio {statistics.median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})")
        n_bytes = os.path.getsize(path("ours.npz"))
        copied, synced = map(min, zip(*(copy_seconds(path("p.npy"), n_bytes, path("copy")) for _ in range(said.repeats + 1))))
        print(f"reading the input and writing {n_bytes / 1e6:.0f} MB, nothing computed: {copied:.3f} s, of which fsync {synced:.3f} s;"
              f" numpy takes {found['numpy'][0] / copied:.1f} times as long")

        # CSV: float32 digits as numpy prints them, and all digits of doubles.
        for kind, table in (("9 digits", p[:, 0]), ("17 digits", p[:, 0].astype(np.float64) / 3)):
            n = min(said.rows, 500_000)
            with open(path("t.csv"), "w", encoding="ascii") as out:
                for row in table[:n]:
                    out.write(",".join(map(repr, row.tolist() if kind == "17 digits" else map(float, map(str, row)))) + "\n")
            size = os.path.getsize(path("t.csv")) / 1e6
            np.save(path("t.npy"), table[:n].astype(np.float64))
            logits = ["nk", "--input", "logits", "-o", path("t.npz")]
            commands = {"csv": [*measure, *logits, path("t.csv")], "npy": [*measure, *logits, path("t.npy")],
                        "pandas": [sys.executable, "-c", PANDAS, path("t.csv")],
                        "import": [sys.executable, "-c", "import pandas"]}
            answers = []
            for name in ("csv", "npy"):
                seconds(commands[name])
                answers.append(np.load(path("t.npz")))
            assert all(np.array_equal(answers[0][each], answers[1][each]) for each in answers[0]) or kind == "9 digits"
            found = fastest(commands, said.repeats)
            parse = found["csv"][0] - found["npy"][0]
            print(f"csv in, {kind}: {size / parse:.0f} MB/s more than .npy takes; whole command {size / found['csv'][0]:.0f} MB/s, "
                  f"{found['csv'][1]:.0f} MB; pandas {size / (found['pandas'][0] - found['import'][0]):.0f} MB/s")

        commands = {"csv": [*measure, "nmk", path("p.npy"), "-o", path("m.csv")],
                    "npz": [*measure, "nmk", path("p.npy"), "-o", path("m.npz")]}
        seconds(commands["csv"])
        size = os.path.getsize(path("m.csv")) / 1e6
        found = fastest(commands, said.repeats)
        print(f"csv out: {size / (found['csv'][0] - found['npz'][0]):.0f} MB/s more than .npz takes; "
              f"whole command {size / found['csv'][0]:.0f} MB/s")


if __name__ == "__main__":
    main()
