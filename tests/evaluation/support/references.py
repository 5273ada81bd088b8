# SPDX-License-Identifier: Apache-2.0
"""Prints cases and what scikit-learn, scipy and numpy say about them, as JSON."""
import json
import sys

import numpy as np
from scipy import stats
from sklearn import metrics

random = np.random.default_rng(20240607)


def detection_case(n, n_levels, rounding):
    positive = random.random(n) < random.choice([0.05, 0.3, 0.9])
    positive[:2] = [True, False]
    scores = random.normal(size=n) + positive
    if n_levels:
        scores = np.floor(scores * n_levels / 4) / 3
    scores = scores.astype(rounding).astype(float)
    fpr, tpr, _ = metrics.roc_curve(positive, scores, drop_intermediate=False)
    counts, edges = np.histogram(scores[positive], 15, (scores.min(), scores.max()))
    return {
        "scores": scores.tolist(),
        "positive": positive.astype(int).tolist(),
        "auroc": metrics.roc_auc_score(positive, scores),
        "aupr_out": metrics.average_precision_score(positive, scores),
        "aupr_in": metrics.average_precision_score(~positive, -scores),
        "fpr95": float(fpr[np.argmax(tpr >= 0.95)]),
        "fpr": fpr.tolist(),
        "tpr": tpr.tolist(),
        "edges": edges.tolist(),
        "shares": (counts / positive.sum()).tolist(),
    }


def calibration_case(n, n_classes):
    probabilities = random.dirichlet(np.full(n_classes, 0.5), n) * 0.999 + 0.001 / n_classes
    probabilities /= probabilities.sum(1, keepdims=True)
    labels = random.integers(n_classes, size=n)
    labels[:n_classes] = np.arange(n_classes)
    confidence = probabilities.max(1)
    correct = probabilities.argmax(1) == labels
    index = np.clip(np.ceil(confidence * 15).astype(int) - 1, 0, 14)
    ece = sum(abs(correct[index == b].sum() - confidence[index == b].sum()) for b in range(15)) / n
    return {
        "n_classes": n_classes,
        "probabilities": probabilities.ravel().tolist(),
        "labels": labels.tolist(),
        "accuracy": metrics.accuracy_score(labels, probabilities.argmax(1)),
        "nll": metrics.log_loss(labels, probabilities),
        "brier": float(np.mean(np.sum((probabilities - np.eye(n_classes)[labels]) ** 2, 1))),
        "ece": float(ece),
    }


def runs_case(n):
    values = random.normal(size=n)
    sem = stats.sem(values)
    return {
        "values": values.tolist(),
        "std": float(np.std(values)),
        "sem": float(sem),
        "t95": float(stats.t.interval(0.95, n - 1, 0, sem)[1]),
    }


json.dump(
    {
        "detection": [
            detection_case(n, levels, rounding)
            for n in (2, 3, 10, 200, 5000)
            for levels in (0, 1, 4, 40)
            for rounding in ("f4", "f8")
        ],
        "calibration": [calibration_case(n, k) for n, k in ((10, 2), (500, 3), (3000, 10))],
        "runs": [runs_case(n) for n in (2, 3, 5, 20)],
        "clopper_pearson": [
            [e, n, d, float(stats.beta.ppf(1 - d, e + 1, n - e))]
            for e, n in ((0, 10), (3, 100), (500, 100000), (99, 100))
            for d in (0.05, 0.001)
        ],
    },
    sys.stdout,
)
