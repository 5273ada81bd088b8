#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How long does `qualm measure` take for an .npy file that is larger than the memory, beside reading it alone (dd)?
Both take turns, each after the system was told to forget the file; needs root for that.

usage: benchmarks/large_file_speed.py [build/qualm] [--gigabytes 28] [--folder .] [--repeats 2]
"""
import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import numpy as np

MEMBERS, CLASSES, BLOCK_ROWS = 10, 1000, 5000


def write(path, n_blocks):
    block = np.random.default_rng(0).standard_exponential((BLOCK_ROWS, MEMBERS, CLASSES), dtype=np.float32)
    block /= block.sum(axis=-1, keepdims=True)
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<f4", "fortran_order": False, "shape": (BLOCK_ROWS * n_blocks, MEMBERS, CLASSES)})
        for _ in range(n_blocks):
            file.write(block.tobytes())
        os.fsync(file.fileno())


def measured(command):
    """Seconds and peak memory in MB of a command that reads from the disk."""
    pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return time.perf_counter() - start, usage.ru_maxrss / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("qualm", nargs="?", default="build/qualm")
    parser.add_argument("--gigabytes", type=float, default=28)
    parser.add_argument("--folder", default=".")
    parser.add_argument("--repeats", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        path = pathlib.Path(name) / "big.npy"
        write(path, max(1, round(arguments.gigabytes * 1e9 / (BLOCK_ROWS * MEMBERS * CLASSES * 4))))
        size = path.stat().st_size / 1e9
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
        print(f"{size:.1f} GB, {MEMBERS} x {CLASSES} float32; {memory:.1f} GB of memory")
        for _ in range(arguments.repeats):
            for label, command in {"dd": ["dd", f"if={path}", "of=/dev/null", "bs=8M"],
                                   "qualm": [arguments.qualm, "measure", path, "--axes", "nmk", "-o", f"{name}/out.npz",
                                             "--quiet"]}.items():
                seconds, peak = measured(command)
                print(f"{label:<6} {seconds:6.1f} s  {size / seconds:.2f} GB/s  {peak:.0f} MB")


if __name__ == "__main__":
    main()
