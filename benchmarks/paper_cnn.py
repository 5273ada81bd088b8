# SPDX-License-Identifier: Apache-2.0
"""The paper's CNN in PyTorch."""
import torch

nn = torch.nn


def paper_cnn():
    return nn.Sequential(nn.Conv2d(1, 32, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 5), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1024, 512), nn.ReLU(), nn.Linear(512, 10))
