# SPDX-License-Identifier: Apache-2.0
"""Every family by its definition, in long double; slow and plain."""
import numpy as np


def xlogx(p):
    return p * np.log2(np.where(p > 0, p, 1))


def entropy(p):
    return -xlogx(p).sum(axis=-1)


def binary_entropy(p):
    return -xlogx(p) - xlogx(1 - p)


def weighted_mean(values, weights):
    """Over the members, axis 1. Equal weights do not come into the sum, so that ties stay ties."""
    if np.all(weights == weights[0]):
        return values.sum(axis=1) / len(weights)
    return np.tensordot(values, weights, axes=([1], [0]))


def wasserstein_epistemic(p, weights):
    """1/2 min_q E|Theta - q|_1 = integral over u of (1 - sum_k F_k^-1(u))_+, step by step."""
    result = np.zeros(len(p), p.dtype)
    for i, sample in enumerate(p):
        n_members, n_classes = sample.shape
        orders = np.argsort(sample, axis=0, kind="stable")
        ends = [np.cumsum(weights[orders[:, k]]) for k in range(n_classes)]
        steps = np.unique(np.concatenate([[0], *ends]))
        steps = steps[np.concatenate([np.diff(steps) > 1e-15, [True]])]
        for left, right in zip(steps[:-1], steps[1:]):
            middle = (left + right) / 2
            quantiles = [
                sample[orders[min(np.searchsorted(ends[k], middle), n_members - 1), k], k]
                for k in range(n_classes)]
            result[i] += (right - left) * max(0, 1 - sum(quantiles))
    return result


def measures(p, member_weights=None, class_weights=None):
    """p of shape (N, M, K) to {family: {part: (N,)}} and {family: {part: (N, K)}}."""
    p = np.asarray(p, np.longdouble)
    n_members, n_classes = p.shape[1:]
    u = np.ones(n_members) if member_weights is None else np.asarray(member_weights)
    u = u.astype(np.longdouble) / np.sum(u, dtype=np.longdouble)
    w = np.ones(n_classes) if class_weights is None else np.asarray(class_weights)
    w = w.astype(np.longdouble)
    mean = weighted_mean(p, u)
    at_mean = mean.argmax(axis=-1)

    per_class = {}
    per_class["variance"] = {
        "total": mean * (1 - mean),
        "aleatoric": weighted_mean(p * (1 - p), u),
        "epistemic": weighted_mean((p - mean[:, None]) ** 2, u)}
    per_class["label-entropy"] = {
        "total": binary_entropy(mean), "aleatoric": weighted_mean(binary_entropy(p), u)}
    per_class["label-entropy"]["epistemic"] = (
        per_class["label-entropy"]["total"] - per_class["label-entropy"]["aleatoric"])

    result = {name: {part: values @ w for part, values in parts.items()}
              for name, parts in per_class.items()}

    def from_loss(g, divergence=None):
        total, aleatoric = g(mean), weighted_mean(g(p), u)
        return {"total": total, "aleatoric": aleatoric,
                "epistemic": total - aleatoric if divergence is None else divergence}

    result["entropy"] = from_loss(entropy)
    result["spherical"] = from_loss(lambda q: 1 - np.sqrt((q * q).sum(axis=-1)))
    chosen = np.take_along_axis(p, at_mean[:, None, None], axis=2)[:, :, 0]
    result["zero-one"] = from_loss(lambda q: 1 - q.max(axis=-1),
                                   weighted_mean(p.max(axis=-1) - chosen, u))
    result["wasserstein"] = dict(result["zero-one"], epistemic=wasserstein_epistemic(p, u))
    return result, per_class, mean
