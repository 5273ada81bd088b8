#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast is qualm on predictions in memory, beside numpy, scipy, numba and torch on the same ones? All compute variance
and entropy, three parts each, in float32. The answers are compared before anything is timed, the competitors take turns,
and every round gives a ratio: median, least and greatest of them go to benchmarks/results/MACHINE.json, with the times.
Then, of qualm alone: data types and memory layouts, instruction sets, single rows, cost by size, and what the memory can give.
What is not installed is left out.

usage: benchmarks/compare.py BUILD_FOLDER [--rounds 7] [--parts competitors,rows] [--authors uncertainty.py] [--machine NAME]  (make bench builds and runs it)

--authors takes uncertainty.py of the paper's own code, github.com/YSale/uq-variance. It is read in place.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import platform
import re
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
try:
    import numba
except ImportError:
    numba = None

SHAPES = [(10_000, 5, 10), (1_000_000, 5, 10), (100_000, 10, 100), (20_000, 10, 1000)]
CORES = len(os.sched_getaffinity(0))
RESULTS = pathlib.Path(__file__).resolve().parent / "results"


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


def fused_by_numba(parallel):
    """The strongest that 20 lines can do: one pass over a row while it is in the nearest cache, no branch, float32 throughout,
    digits given up (EU of entropy is a difference, and sums may be reordered)."""
    one, tiny = np.float32(1), np.float32(1e-38)

    @numba.njit(fastmath=True, error_model="numpy", parallel=parallel)
    def fused(p, out):
        n, m, k = p.shape
        for i in numba.prange(n):
            mean = np.zeros(k, np.float32)
            chance = spread = total = aleatoric = np.float32(0)
            for j in range(m):
                for c in range(k):
                    mean[c] += p[i, j, c]
            for c in range(k):
                mean[c] /= np.float32(m)
                total -= mean[c] * np.log2(mean[c] + tiny)
            for j in range(m):
                for c in range(k):
                    x = p[i, j, c]
                    chance += x * (one - x)
                    spread += (x - mean[c]) * (x - mean[c])
                    aleatoric -= x * np.log2(x + tiny)
            out[0, i], out[1, i], out[2, i] = (chance + spread) / m, chance / m, spread / m
            out[3, i], out[4, i], out[5, i] = total, aleatoric / m, total - aleatoric / m

    rooms = {}

    def compute(p):
        room = rooms.setdefault(len(p), np.empty((6, len(p)), np.float32))
        fused(p, room)
        return list(room)

    return compute


def code_of_the_authors(path):
    """Its six functions, for instances x classes x members. The modules it imports beside numpy, scipy and torch are
    for training: nothing of them is called."""
    with unittest.mock.patch.dict(sys.modules, {name: unittest.mock.MagicMock() for name in ("utils", "models", "tqdm")}):
        spec = importlib.util.spec_from_file_location("authors", path)
        authors = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(authors)

    def compute(p):
        p = np.ascontiguousarray(p.transpose(0, 2, 1))
        bits = np.log2(p.shape[1])
        return [getattr(authors, f"{part}_uncertainty_{family}")(p) * unit
                for family, unit in (("variance", 1), ("entropy", bits)) for part in ("total", "aleatoric", "epistemic")]

    return compute


def competitors(authors):
    """Name -> function and number of threads."""
    found = {"numpy": (careful_numpy, 1), "scipy": (scipy_entropy, 1)}
    if numba:
        found["numba"] = (fused_by_numba(False), 1)
        found["numba, all cores"] = (fused_by_numba(True), CORES)
    if torch:
        torch.set_num_threads(CORES)
        found["torch, all cores"] = (with_torch, CORES)
    if authors:
        found["authors"] = (code_of_the_authors(authors), 1)
    return found


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


class Ours:
    """The programs of a build folder, run with a number of threads and an instruction set."""

    def __init__(self, build):
        self.build = build

    def answers(self, path, out):
        subprocess.run([f"{self.build}/qualm", "measure", path, "--axes", "nmk", "-o", out, "--quiet"], check=True)
        result = np.load(out)
        return [result[f"{family}_{part}"] for family in ("variance", "entropy")
                for part in ("total", "aleatoric", "epistemic")]

    def times(self, program, *arguments, threads=1, target=""):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), QUALM_TARGET=target)
        done = subprocess.run([f"{self.build}/benchmarks/{program}", *map(str, arguments)], check=True, text=True,
                              env=environment, capture_output=True)
        return [float(line) for line in done.stdout.split()]


def made(n, m, k):
    few = np.random.default_rng(0).dirichlet([0.3] * k, size=(min(n, 10_000), m)).astype(np.float32)
    return np.resize(few, (n, m, k))


def spread(values):
    return {"median": statistics.median(values), "least": min(values), "greatest": max(values)}


def beside_competitors(ours, others, shape, rounds, folder):
    p = made(*shape)
    path = f"{folder}/p.npy"
    np.save(path, p)
    got = ours.answers(path, f"{folder}/out.npz")
    for name, (compute, _) in others.items():
        for a, b in zip(got, compute(p)):
            assert np.allclose(a, b, rtol=1e-3, atol=1e-4), f"{name}: the answers differ"
    times = {name: [] for name in ("qualm", "qualm, all cores", *others)}
    for _ in range(rounds):  # the medians of a round
        times["qualm"].append(statistics.median(ours.times("measure_speed", path, 0.05)))
        times["qualm, all cores"].append(statistics.median(ours.times("measure_speed", path, 0.05, threads=CORES)))
        for name, (compute, _) in others.items():
            times[name].append(statistics.median(turn(lambda: compute(p))))
    ratios = {name: spread([theirs / mine for theirs, mine in
                            zip(times[name], times["qualm" if threads == 1 else "qualm, all cores"])])
              for name, (_, threads) in others.items()}
    return {"shape": shape, "rounds": rounds, "seconds": {name: spread(values) for name, values in times.items()}, "ratios": ratios}


def take_turns(runs, rounds):
    """Name -> spread of the median times of each round."""
    times = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(statistics.median(run()))
    return {name: spread(values) for name, values in times.items()}


def layouts(ours, rounds, folder):
    p = made(20_000, 10, 100)
    arrays = {"float32 nmk": (p, "nmk"), "float16 nmk": (p.astype(np.float16), "nmk"),
              "float64 nmk": (p.astype(np.float64) / p.sum(-1, keepdims=True, dtype=np.float64), "nmk"),
              "float32 mnk": (p.transpose(1, 0, 2), "mnk"), "float32 nkm": (p.transpose(0, 2, 1), "nkm")}
    runs = {}
    for name, (array, axes) in arrays.items():
        path = f"{folder}/{name}.npy"
        np.save(path, np.ascontiguousarray(array))
        runs[name] = lambda path=path, axes=axes: ours.times("measure_speed", path, 0.05, axes)
    return {"shape": p.shape, "seconds": take_turns(runs, rounds)}


def targets(ours, rounds, folder):
    p = made(10_000, 10, 100)
    np.save(f"{folder}/p.npy", p)
    runs = {}
    for target in ("avx3", "avx2", "sse4", "neon", "portable"):
        run = lambda target=target: ours.times("measure_speed", f"{folder}/p.npy", 0.05, target=target)
        try:
            run()
        except subprocess.CalledProcessError:
            continue  # not of this machine
        runs[target] = run
    return {"shape": p.shape, "seconds": take_turns(runs, rounds)}


def rows(ours, rounds):
    shapes = [(5, 10), (10, 100), (10, 1000)]
    runs = {f"{m} × {k}": lambda m=m, k=k: ours.times("row_speed", m, k, 0.05) for m, k in shapes}
    return take_turns(runs, rounds)


def sizes(ours, rounds, folder):
    """Nanoseconds per probability by the number of instances, members and classes."""
    series = {"instances": [(n, 5, 10) for n in (100, 1000, 10_000, 100_000, 1_000_000)],
              "members": [(4000, m, 100) for m in (2, 4, 8, 16, 32, 64)],
              "classes": [(4000, 10, k) for k in (2, 5, 10, 32, 100, 316, 1000)]}
    found = {}
    for axis, shapes in series.items():
        runs = {}
        for shape in shapes:
            path = f"{folder}/{axis}{shape}.npy"
            np.save(path, made(*shape))
            runs[str(shape["instances members classes".split().index(axis)])] = (
                lambda path=path: ours.times("measure_speed", path, 0.05))
        found[axis] = {"shapes": shapes, "seconds": take_turns(runs, rounds)}
    return found


def machine():
    model = re.search(r"model name\s*: (.+)", pathlib.Path("/proc/cpuinfo").read_text())
    versions = {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__}
    versions |= {"torch": torch.__version__} if torch else {}
    versions |= {"numba": numba.__version__} if numba else {}
    return {"processor": model[1] if model else platform.machine(), "cores": CORES, "versions": versions}


def print_ratios(found):
    mine = found["seconds"]
    print(f"{found['shape']}: qualm {mine['qualm']['median'] * 1000:.3g} ms, all cores "
          f"{mine['qualm, all cores']['median'] * 1000:.3g} ms; " +
          ", ".join(f"{name} {ratio['median']:.1f}× ({ratio['least']:.1f}–{ratio['greatest']:.1f})"
                    for name, ratio in found["ratios"].items()), flush=True)


def all_competitors(ours, options, folder, before):
    """Of the shapes asked for; of the others, what was found before."""
    others, found = competitors(options.authors), {tuple(each["shape"]): each for each in before}
    for shape in SHAPES:
        if str(shape[0]) in options.instances.split(",") or not options.instances:
            found[shape] = beside_competitors(ours, others, shape, options.rounds, folder)
            print_ratios(found[shape])
    return [found[shape] for shape in SHAPES if shape in found]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("build")
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--parts", default="competitors,layouts,targets,rows,sizes,memory",
                           help="measures only these again; what the file has of the others stays")
    arguments.add_argument("--instances", default="", help="competitors: only the shapes with so many, such as 10000,1000000")
    arguments.add_argument("--authors")
    arguments.add_argument("--machine", help="what the file of the results is called; default: as the processor calls itself")
    options = arguments.parse_args()
    ours, rounds = Ours(options.build), options.rounds
    name = re.sub(r"[^a-z0-9]+", "-", f"{options.machine or machine()['processor']} {CORES} cores".lower()).strip("-")
    path = RESULTS / f"{name}.json"
    result = json.loads(path.read_text()) if path.exists() else {}
    result |= {"schema": "qualm.speed/1", "machine": machine()}
    with tempfile.TemporaryDirectory() as folder:
        parts = {"competitors": lambda: all_competitors(ours, options, folder, result.get("competitors", [])),
                 "layouts": lambda: layouts(ours, rounds, folder), "targets": lambda: targets(ours, rounds, folder),
                 "rows": lambda: rows(ours, rounds), "sizes": lambda: sizes(ours, rounds, folder),
                 "memory": lambda: {n: ours.times("read_speed", n)[0] for n in sorted({1, CORES})}}
        for part in options.parts.split(","):
            result[part] = parts[part]()
            if part not in ("competitors", "memory"):  # which say it themselves
                result.setdefault("rounds", {})[part] = rounds
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    print(f"written: {path}")


if __name__ == "__main__":
    main()
