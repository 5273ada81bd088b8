#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of a PyTorch model by MC dropout.

Trains a small network on scikit-learn's digits and keeps dropout on for 20 forward passes per test image: each pass is
a member. Measures the predictions batch by batch and writes curves.svg, rows.svg and report.html.

usage: examples/torch_dropout.py [FOLDER]
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

model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 10))
optimizer = torch.optim.Adam(model.parameters(), 0.01)
for _ in range(60):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x[train]), y[train]).backward()
    optimizer.step()

model.train()  # dropout stays on: each pass is a member
measurer = qualm.Measurer(axes="mnk", input="logits")
batches = []
with torch.no_grad():
    for batch in x[test].split(200):
        batches.append(torch.stack([model(batch) for _ in range(20)]))
        measurer.update(batches[-1])  # reads the tensor in place, without copying

result = measurer.finalize()
print(result)
logits = torch.cat(batches, dim=1)
curves = qualm.reject(logits, y[test], axes="mnk", input="logits")
print(curves)
curves.save(folder / "curves.svg")
test_images = images[test].reshape(-1, 8, 8) / 16
explained = qualm.explain(logits, axes="mnk", input="logits", labels=y[test], top=4, images=test_images)
print(explained)
explained.save(folder / "rows.svg")
qualm.report(logits, folder / "report.html", axes="mnk", input="logits", labels=y[test], images=test_images,
             title="Digits")
