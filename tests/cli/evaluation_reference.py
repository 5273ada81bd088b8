# SPDX-License-Identifier: Apache-2.0
"""Statistics of scores by their definitions, in plain numpy; slow."""
import math

import numpy as np
import pytest


def expected_errors(scores, wrong):
    """E(k), k = 0 ... n: errors among the k lowest scores, by expectation over the orders of ties."""
    scores, wrong = np.asarray(scores, float), np.asarray(wrong, bool)
    errors = [0.0]
    for value in np.unique(scores):
        group = wrong[scores == value]
        below = errors[-1]
        errors += [below + group.sum() * j / len(group) for j in range(1, len(group) + 1)]
    return np.array(errors)


def aurc(scores, wrong):
    errors = expected_errors(scores, wrong)
    return np.mean(errors[1:] / np.arange(1, len(errors)))


def augrc(scores, wrong):
    errors = expected_errors(scores, wrong)
    n = len(errors) - 1
    return np.sum(errors[1:] + errors[:-1]) / 2 / n / n


def accuracy_at(scores, wrong, n_kept):
    return 1 - expected_errors(scores, wrong)[n_kept] / n_kept


def coverage_at_risk(scores, wrong, risk):
    """The greatest share kept by a threshold whose kept rows are wrong at most at that rate."""
    scores, wrong = np.asarray(scores), np.asarray(wrong, bool)
    kept = [scores <= threshold for threshold in np.unique(scores)]
    return max([0.0] + [np.mean(keep) for keep in kept if np.mean(wrong[keep]) <= risk])


def placements(negative, positive):
    """psi(x, y) = 1 if y > x, 1/2 if equal: its row and column means are all that DeLong needs."""
    psi = (positive[None, :] > negative[:, None]) + 0.5 * (positive[None, :] == negative[:, None])
    return psi.mean(axis=0), psi.mean(axis=1)


def delong(a, b):
    """Difference of AUROC and two-sided p; a and b are pairs (negative scores, positive scores)."""
    stats = pytest.importorskip("scipy.stats")
    (a10, a01), (b10, b01) = placements(*a), placements(*b)
    parts = [(np.var(of_a - of_b, ddof=1) / len(of_a), len(of_a) - 1)
             for of_a, of_b in ((a10, b10), (a01, b01))]
    variance = sum(part for part, _ in parts)
    welch = variance ** 2 / sum(part ** 2 / freedom for part, freedom in parts)
    difference = a10.mean() - b10.mean()
    return difference, 2 * stats.t.sf(abs(difference) / math.sqrt(variance), welch)


def holm(p_values):
    order = np.argsort(p_values, kind="stable")
    steps = [(len(p_values) - rank) * p_values[i] for rank, i in enumerate(order)]
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.minimum(1, np.maximum.accumulate(steps))
    return adjusted


def fpr95(negative, positive):
    """The least share of negatives flagged by a threshold that flags 95% of the positives."""
    thresholds = np.unique(np.concatenate([negative, positive]))
    return min(np.mean(negative >= t) for t in thresholds if np.mean(positive >= t) >= 0.95)


def expected_calibration_error(mean, labels, n_bins):
    confidence, correct = mean.max(axis=1), mean.argmax(axis=1) == labels
    bins = np.minimum(np.ceil(confidence * n_bins).astype(int) - 1, n_bins - 1)
    gaps = [abs(correct[bins == b].sum() - confidence[bins == b].sum()) for b in range(n_bins)]
    return sum(gaps) / len(labels)
