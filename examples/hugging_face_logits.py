#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Uncertainty of a fine-tuned classifier from the logits that the Hugging Face Trainer returns.

Models fine-tuned with different seeds are an ensemble. `trainer.predict(dataset)` returns `.predictions` (logits of
shape instances x classes) and `.label_ids`. This script runs without transformers: `predict` below fits scikit-learn
models to digits and returns the same fields. Replace it by your trainer.

usage: examples/hugging_face_logits.py
"""
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

import qualm


class PredictionOutput(NamedTuple):
    """The fields of transformers.trainer_utils.PredictionOutput that are used here."""
    predictions: np.ndarray
    label_ids: np.ndarray


def predict(seed):
    """Stands in for `trainer.predict(test_dataset)` of the model with this seed."""
    x, y = load_digits(return_X_y=True)
    rows = np.random.default_rng(seed).integers(0, 1000, 1000)  # a bootstrap sample of the training rows
    model = LogisticRegression(max_iter=1000).fit(x[rows] / 16, y[rows])
    return PredictionOutput(model.decision_function(x[1000:] / 16).astype(np.float32), y[1000:])


outputs = [predict(seed) for seed in range(3)]
logits = np.stack([output.predictions for output in outputs])  # members, instances, classes
labels = outputs[0].label_ids

result = qualm.measure(logits, axes="mnk", input="logits")
print(result)
curves = qualm.reject(logits, labels, axes="mnk", input="logits")
print(f"accuracy {curves.accuracy:.3f}, at 90% coverage {curves['variance.total'].accuracy_at_coverage['0.9']:.3f}")
print(qualm.label_next(logits, 5, axes="mnk", input="logits"))
