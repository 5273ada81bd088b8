#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of an evidential network, whose output is a Dirichlet distribution.

Trains a small network on scikit-learn's digits with the expected squared error of Sensoy et al. (2018), then measures
the Dirichlet distributions in closed form, without sampling, and evaluates how well they detect noise.

usage: examples/torch_evidential.py
"""
import torch
from sklearn.datasets import load_digits
from torch import nn

import qualm

torch.manual_seed(0)
torch.set_num_threads(1)
images, labels = load_digits(return_X_y=True)
x, y = torch.tensor(images / 16, dtype=torch.float32), torch.tensor(labels)
train, test = slice(0, 1000), slice(1000, None)
truth = nn.functional.one_hot(y[train], 10)

model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10), nn.Softplus())
optimizer = torch.optim.Adam(model.parameters(), 0.01)
for _ in range(100):
    alpha = model(x[train]) + 1
    strength = alpha.sum(-1, keepdim=True)
    mean = alpha / strength
    loss = ((truth - mean) ** 2 + mean * (1 - mean) / (strength + 1)).sum(-1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

with torch.no_grad():
    alpha = model(x[test]) + 1           # instances, classes
    noise = model(torch.rand(500, 64)) + 1

result = qualm.measure(qualm.Dirichlet(alpha))
print(result)
print(qualm.reject(qualm.Dirichlet(alpha), y[test]))
print(qualm.ood(qualm.Dirichlet(alpha), {"noise": qualm.Dirichlet(noise)}))
