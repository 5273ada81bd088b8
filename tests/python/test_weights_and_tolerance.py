# SPDX-License-Identifier: Apache-2.0
"""Weights that differ by any factor, and probabilities that rounding raised above one."""
import numpy as np
import pytest

import qualm

ADDITIVE = ["entropy", "label-entropy", "pairwise-entropy", "tsallis:0.5", "tsallis:1.5", "variance", "spherical"]


@pytest.mark.parametrize("small", [0.3, 1e-3, 1e-9, 1e-15, 1e-18, 1e-100])
def test_the_correction_of_two_members_does_not_depend_on_their_weights(small):
    """EU is a b |x - y|^2 for weights a + b = 1, and the correction divides it by 1 - a^2 - b^2 = 2ab."""
    p = np.array([[[.9, .1], [.4, .6]]])
    for weights in ([1, small], [small, 1]):
        found = qualm.measure(p, axes="nmk", measures="variance", corrected=True, member_weights=weights)
        assert found.variance.epistemic[0] == pytest.approx(.25, rel=1e-9)


@pytest.mark.parametrize("excess", [1e-9, 5e-7, 9e-7])
def test_a_probability_above_one_counts_as_one_in_every_family(excess):
    rounded = np.array([[[1 + excess, 0], [1 + excess, 0]], [[1 + excess, 0], [0, 1 + excess]]])
    found = qualm.measure(rounded, axes="nmk", measures=ADDITIVE)
    exact = qualm.measure(np.clip(rounded, 0, 1), axes="nmk", measures=ADDITIVE)
    for score, values in found.scores().items():
        np.testing.assert_allclose(values, exact[score], atol=2e-6, err_msg=score)
        assert (values >= 0).all(), score


def test_entropy_and_pairwise_entropy_have_the_same_aleatoric_part():
    p = np.array([[[1 + 5e-7, 0], [1 - 5e-7, 0]]])
    found = qualm.measure(p, axes="nmk", measures=["entropy", "pairwise-entropy"])
    assert found["pairwise-entropy.aleatoric"][0] == pytest.approx(found.entropy.aleatoric[0], rel=1e-9)
