# SPDX-License-Identifier: Apache-2.0
"""What is said of arrays with too many axes leads to the right numbers if it is done."""
import re

import numpy as np
import pytest
from conftest import random_predictions

import qualm

pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")

N, T, M, K = 12, 5, 3, 4
P = random_predictions((M, N, T, K))
Y = P.mean(axis=0).argmax(axis=-1)


def message(call):
    with pytest.raises(ValueError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("a, axes", [(P, None), (P, "mnk"), (P.transpose(1, 2, 0, 3), "nmk")], ids=["no axes", "mnk", "nmk"])
def test_pixels_and_time_steps_are_advised_to_be_rows(a, axes):
    said = message(lambda: qualm.measure(a, axes=axes))
    assert re.match(r"predictions: input probs has 2 axes \(one member\) or 3, this array has 4 \(", said)
    reshape = re.search(r"each of them is a row: .*?(a\.reshape\(.*?\))(?:, axes='(\w+)')?, and (labels\.reshape\(-1\)); "
                        r"for several runs give one array per run, list\(a\)$", said)
    p, labels = eval(reshape[1], {"a": a}), eval(reshape[3], {"labels": Y})
    found = qualm.reject(p, labels, axes=reshape[2] or axes)
    assert found.accuracy == 1 and found.to_dict()["instances"] == N * T
    expected = qualm.measure(P.reshape(M, N * T, K), axes="mnk")
    assert np.array_equal(qualm.measure(p, axes=reshape[2] or axes).variance.epistemic, expected.variance.epistemic)


def test_one_member_and_more_axes_have_their_own_advice():
    assert "each of them is a row: a.reshape(-1, 4), and" in message(lambda: qualm.measure(P, axes="nk"))
    assert "a.reshape(3, -1, 4)" in (said := message(lambda: qualm.measure(P.reshape(M, 2, 6, T, K)))) and "runs" not in said
    assert "this array has 4" in message(lambda: qualm.measure(P.tolist()))


@pytest.mark.parametrize("convert", [np.asarray, lambda a: a.tolist(), lambda a: a.astype(str), lambda a: a.astype(object),
                                     lambda a: pytest.importorskip("torch").tensor(a)],
                         ids=["numpy", "list", "texts", "objects", "torch"])
def test_labels_of_positions_are_advised_to_be_rows(convert):
    said = message(lambda: qualm.reject(P.reshape(M, -1, K), convert(Y), axes="mnk"))
    assert said == ("labels: shape 12x5; give one entry per row (if each entry is a row of its own, as for pixels and time steps, "
                    "labels.reshape(-1))")
    assert qualm.reject(P.reshape(M, -1, K), Y.reshape(-1), axes="mnk").accuracy == 1


@pytest.mark.parametrize("convert", [np.asarray, lambda a: a.astype(bool), lambda a: pytest.importorskip("torch").tensor(a)],
                         ids=["numpy", "booleans", "torch"])
def test_one_hot_labels_are_advised_to_be_numbers(convert):
    labels = convert(np.eye(K)[Y.reshape(-1)])
    said = message(lambda: qualm.reject(P.reshape(M, -1, K), labels, axes="mnk"))
    assert said == "labels: shape 60x4; give one entry per row (for one-hot rows labels.argmax(axis=1))"


def test_scores_of_positions_are_advised_to_be_rows():
    scores = P[0].max(axis=-1)
    assert "scores['s'].reshape(-1)" in message(lambda: qualm.reject(scores={"s": scores}, correct=Y.reshape(-1) > 0))
    assert "correct.reshape(-1)" in message(lambda: qualm.reject(scores={"s": scores.reshape(-1)}, correct=Y > 0))


def test_an_axis_of_length_one_does_not_matter():
    p = P.reshape(M, -1, K)
    for labels in (Y.reshape(-1, 1), Y.reshape(1, -1), Y.reshape(-1, 1).astype(str)):
        assert qualm.reject(p, labels, axes="mnk").accuracy == 1
