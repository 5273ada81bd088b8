#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""From a torch model with dropout to a report: what does it not know, and is that a reason to reject?

Trains a small network on scikit-learn's digits, lets dropout stay on for 20 predictions of each test picture (MC
dropout: each is a member), measures them batch by batch, and writes curves.svg, doubts.svg and the page
report.html into a folder.

usage: PYTHONPATH=build/python examples/torch_dropout.py [FOLDER]
"""
import pathlib
import sys

import torch
from sklearn.datasets import load_digits
from torch import nn

import qualm

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
torch.manual_seed(0)
pictures, labels = load_digits(return_X_y=True)
x, y = torch.tensor(pictures / 16, dtype=torch.float32), torch.tensor(labels)
train, test = slice(0, 1000), slice(1000, None)

model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 10))
optimizer = torch.optim.Adam(model.parameters(), 0.01)
for _ in range(60):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x[train]), y[train]).backward()
    optimizer.step()

model.train()  # dropout stays on: each pass is a member of the ensemble
measurer = qualm.Measurer(axes="mnk", input="logits")
batches = []
with torch.no_grad():
    for batch in x[test].split(200):
        batches.append(torch.stack([model(batch) for _ in range(20)]))
        measurer.update(batches[-1])  # no copy: it reads the tensor's memory

doubts = measurer.finalize()
print(doubts)
predictions = torch.cat(batches, dim=1)
curves = qualm.reject(predictions, y[test], axes="mnk", input="logits")
print(curves)
curves.save(folder / "curves.svg")
images = pictures[test].reshape(-1, 8, 8) / 16
explained = qualm.explain(predictions, axes="mnk", input="logits", labels=y[test], top=4, images=images)
print(explained)
explained.save(folder / "doubts.svg")
qualm.report(predictions, folder / "report.html", axes="mnk", input="logits", labels=y[test], images=images,
             title="Digits")
