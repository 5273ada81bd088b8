#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast does the paper's CNN train, in images per second on all cores? qualm train with members side by side and
with threads within one, against a plain LibTorch loop and against PyTorch, same batch size and optimiser. They take
turns, medians are shown. PyTorch is left out where it is not installed.

usage: benchmarks/training_speed.py BUILD_FOLDER [--repeats 3] [--pictures 12000]
       (cmake --build BUILD_FOLDER --target plain_torch_loop first)
"""
import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile

BATCH = 256
CORES = len(os.sched_getaffinity(0))
# The settings of qualm train for every one of them: the loops are compared, not the environment.
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.abspath(__file__)), "OPENBLAS_NUM_THREADS": "1",
               "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(16 << 30), "MALLOC_TOP_PAD_": str(64 << 20)}

PYTORCH = """
import sys, time, torch
from paper_cnn import paper_cnn
threads, batch, steps = map(int, sys.argv[1:])
torch.set_num_threads(threads)
network = paper_cnn()
optimizer = torch.optim.Adam(network.parameters())
pictures, labels = torch.rand(60 * batch, 1, 28, 28), torch.randint(10, (60 * batch,))
for step in range(-3, steps):
    if step == 0:
        start = time.perf_counter()
    rows = torch.randint(60 * batch, (batch,))
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(network(pictures[rows]), labels[rows]).backward()
    optimizer.step()
print(batch * steps / (time.perf_counter() - start))
"""


def qualm(build, pictures, members, threads):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([f"{build}/qualm", "train", "fashion-mnist", "--model", "cnn", "--members", str(members),
                        "--threads", str(threads), "--epochs", "2", "--limit", str(pictures), "--batch-size",
                        str(BATCH), "--out", f"{folder}/e", "--quiet"], check=True)
        with open(f"{folder}/e/log.jsonl") as log:
            lines = [json.loads(line) for line in log]
        # The second epoch: the first one prepares things, as with the others. Members run at the same time.
        return sum(line["images_per_second"] for line in lines if line["epoch"] == 1)


def together(command, processes, threads, steps):
    """The sum over processes that run at the same time."""
    started = [subprocess.Popen([*command, str(threads), str(BATCH), str(steps)], env=ENVIRONMENT,
                                stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    return sum(float(process.communicate()[0]) for process in started)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("build")
    arguments.add_argument("--repeats", type=int, default=3)
    arguments.add_argument("--pictures", type=int, default=12_000)
    options = arguments.parse_args()
    steps = options.pictures // BATCH
    plain = [f"{options.build}/benchmarks/plain_torch_loop"]
    python = [sys.executable, "-c", PYTORCH]
    competitors = {}
    for name, processes, threads in ((f"{CORES} processes of 1 thread", CORES, 1),
                                     (f"1 process of {CORES} threads", 1, CORES)):
        competitors[f"qualm train, {name}"] = lambda p=processes, t=threads: qualm(options.build, options.pictures, p, t)
        competitors[f"plain LibTorch loop, {name}"] = lambda p=processes, t=threads: together(plain, p, t, steps)
        if importlib.util.find_spec("torch"):
            competitors[f"PyTorch, {name}"] = lambda p=processes, t=threads: together(python, p, t, steps)
    speeds = {name: [] for name in competitors}
    for _ in range(options.repeats):
        for name, measure in competitors.items():
            speeds[name].append(measure())
    print("| the paper's CNN, batch 256, Adam, float32 | images/s |\n| --- | --- |")
    for name, values in speeds.items():
        print(f"| {name} | {statistics.median(values):,.0f} |")


if __name__ == "__main__":
    main()
