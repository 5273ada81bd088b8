#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures one file with qualm and with numpy, and prints both as a table.

usage: examples/compare_with_numpy.py QUALM
"""
import json
import subprocess
import sys
import tempfile

import numpy as np


def with_numpy(p):
    """The definitions, in float64: p has the axes instance, member, class."""
    log2 = np.log2(p, out=np.zeros_like(p), where=p > 0)
    mean = p.mean(1)
    log2_mean = np.log2(mean, out=np.zeros_like(mean), where=mean > 0)
    return {
        "variance": (
            (mean * (1 - mean)).sum(-1),
            (p * (1 - p)).mean(1).sum(-1),
            p.var(1).sum(-1),
        ),
        "entropy": (
            -(mean * log2_mean).sum(-1),
            -(p * log2).sum(-1).mean(1),
            -(mean * log2_mean).sum(-1) + (p * log2).sum(-1).mean(1),
        ),
    }


def main():
    generator = np.random.default_rng(0)
    p = generator.dirichlet([0.3] * 10, size=(1000, 5))
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file, p)
        file.flush()
        command = [sys.argv[1], "measure", file.name, "--axes", "nmk", "--format", "json"]
        qualm = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    print("| score, mean over 1000 rows | qualm | numpy | greatest difference |")
    print("| --- | --- | --- | --- |")
    for family, parts in with_numpy(p).items():
        for name, expected in zip(("total", "aleatoric", "epistemic"), parts):
            got = np.array(qualm["measures"][family][name])
            worst = np.abs(got - expected).max()
            bound = next(f"< {bound:g}" for bound in (1e-15, 1e-14, 1e-13, 1e-12, 1) if worst < bound)
            print(f"| {family}.{name} | {got.mean():.12f} | {expected.mean():.12f} | {bound} |")


if __name__ == "__main__":
    main()
