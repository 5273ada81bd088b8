#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of a deep ensemble in PyTorch.

Trains five small networks on scikit-learn's digits, stacks their softmax outputs, and prints uncertainties and the
effect of rejection. Writes curves.svg and report.html.

usage: examples/torch_ensemble.py [FOLDER]
"""
import pathlib
import sys

import torch
from sklearn.datasets import load_digits
from torch import nn

import qualm

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
torch.manual_seed(0)
torch.set_num_threads(1)
images, labels = load_digits(return_X_y=True)
x, y = torch.tensor(images / 16, dtype=torch.float32), torch.tensor(labels)
train, test = slice(0, 1000), slice(1000, None)


def trained():
    model = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    for _ in range(60):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x[train]), y[train]).backward()
        optimizer.step()
    return model


models = [trained() for _ in range(5)]

with torch.no_grad():
    p = torch.stack([model(x[test]).softmax(-1) for model in models])  # members, instances, classes

result = qualm.measure(p, axes="mnk")
print(result)
print("most uncertain row:", result.variance.epistemic.argmax())

curves = qualm.reject(p, y[test], axes="mnk")
print(curves)
curves.save(folder / "curves.svg")
qualm.report(p, folder / "report.html", axes="mnk", labels=y[test], title="Digits")
