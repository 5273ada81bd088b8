#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The paper's FashionMNIST ensemble trained by PyTorch alone, written from the paper's text: is it the training that makes a
difference to the published numbers, or our program? Writes predictions for `qualm ood`:

    benchmarks/pytorch_reference.py --epochs 20 --out reference fashion-mnist mnist kmnist
    qualm ood --in reference/fashion-mnist.npy --out mnist=reference/mnist.npy --out kmnist=reference/kmnist.npy

The first data set is trained on; folders of data sets are looked for as `qualm data list` does with one QUALM_DATA folder, and
in Debian's dataset-fashion-mnist.
"""
import argparse
import concurrent.futures
import gzip
import os
import pathlib

import numpy as np
import torch
from paper_cnn import paper_cnn

FILES = {"train": ("train-images-idx3-ubyte", "train-labels-idx1-ubyte"),
         "test": ("t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte")}


def read_idx(path):
    packed = path.with_name(path.name + ".gz")
    content = gzip.decompress(packed.read_bytes()) if packed.exists() else path.read_bytes()
    sizes = np.frombuffer(content, ">i4", content[3], 4)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * content[3]).reshape(sizes)


def read(name, split):
    folders = [pathlib.Path(os.environ.get("QUALM_DATA", ".")) / name, pathlib.Path("/usr/share/datasets") / name]
    for folder in folders:
        if any(folder.glob(FILES[split][0] + "*")):
            pictures, labels = (read_idx(folder / file) for file in FILES[split])
            return torch.tensor(pictures).unsqueeze(1), torch.tensor(labels).long()
    raise SystemExit(f"{name} is in none of {', '.join(map(str, folders))}: see qualm data get {name}")


def train(name, seed, options):
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    network = paper_cnn()
    optimizer = torch.optim.Adam(network.parameters())
    pictures, labels = read(name, "train")
    in_file_order = torch.arange(len(pictures))
    for epoch in range(options.epochs):
        losses = []
        for rows in (in_file_order if options.in_order else torch.randperm(len(pictures))).split(options.batch_size):
            optimizer.zero_grad()
            # Channels last: faster, the same network.
            batch = (pictures[rows].float() / 255).as_strided((len(rows), 1, 28, 28), (784, 1, 28, 1))
            loss = torch.nn.functional.cross_entropy(network(batch), labels[rows])
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"member {seed} epoch {epoch + 1}/{options.epochs}: loss {np.mean(losses):.4f}", flush=True)
    return network


def member(seed, options):
    network = train(options.datasets[0], seed, options)
    with torch.no_grad():
        return [torch.cat([network(part.float() / 255).softmax(1) for part in read(target, "test")[0].split(1000)]).numpy()
                for target in options.datasets]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("datasets", nargs="+")
    arguments.add_argument("--members", type=int, default=5)
    arguments.add_argument("--epochs", type=int, default=20)
    arguments.add_argument("--batch-size", type=int, default=256)
    arguments.add_argument("--in-order", action="store_true", help="every epoch in the order of the file, unshuffled")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    seeds = range(options.seed, options.seed + options.members)
    with concurrent.futures.ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        started = [pool.submit(member, seed, options) for seed in seeds]
        members = [future.result() for future in started]
    options.out.mkdir(parents=True, exist_ok=True)
    for i, name in enumerate(options.datasets):
        np.save(options.out / f"{name}.npy", np.stack([outputs[i] for outputs in members], axis=1))
    accuracy = (np.mean([outputs[0] for outputs in members], 0).argmax(1) == read(options.datasets[0], "test")[1].numpy())
    print(f"accuracy of the ensemble: {accuracy.mean():.4f}")


if __name__ == "__main__":
    main()
