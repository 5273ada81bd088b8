# SPDX-License-Identifier: Apache-2.0
"""Epistemic uncertainty where probabilities are near the smallest number: zero for equal members, never negative."""
import numpy as np
import pytest

import qualm

pytestmark = pytest.mark.filterwarnings("ignore:.*only one member")
FAMILIES = ["entropy", "label-entropy", "variance"]


def epistemic(values, **options):
    result = qualm.measure(values, axes="nmk", measures=FAMILIES, **options)
    return [result[f"{family}.epistemic"] for family in FAMILIES]


@pytest.mark.parametrize("dtype, gap", [(np.float64, 745), (np.float32, 104)])
@pytest.mark.parametrize("n_members", [1, 2, 5, 17])
def test_of_logits_far_apart(dtype, gap, n_members):
    rng = np.random.default_rng(n_members)
    logits = np.zeros((300, n_members, 11), dtype)
    logits[..., 0] = rng.uniform(.9 * gap, 1.02 * gap, size=(300, 1))
    assert all((part == 0).all() for part in epistemic(logits, input="logits"))
    logits += rng.normal(size=logits.shape).astype(dtype)
    assert all((part >= 0).all() for part in epistemic(logits, input="logits"))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n_members", [1, 3, 5])
def test_of_subnormal_probabilities(dtype, n_members):
    rng = np.random.default_rng(n_members)
    size = np.finfo(dtype).tiny * 8.0 ** rng.integers(-8, 3, size=(300, 1, 1))
    p = np.ones((300, n_members, 4), dtype)
    p[..., 1:] = rng.random((300, 1, 3)) * size
    assert all((part == 0).all() for part in epistemic(p))
    p[..., 1:] = rng.random((300, n_members, 3)) * size
    assert all((part >= 0).all() for part in epistemic(p))
