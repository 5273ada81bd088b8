# SPDX-License-Identifier: Apache-2.0
"""Input that could be measured but is probably not what the user means: a note or an error says so."""
import numpy as np
import pytest
from conftest import random_predictions, run_qualm

P = random_predictions((40, 5, 4))
LABELS = np.arange(40) % 4


@pytest.mark.parametrize("kind", ["logits", "dirichlet", "counts"])
def test_probabilities_that_are_called_something_else_get_a_note(kind):
    rows = P if kind == "logits" else P[:, 0]
    np.save("p.npy", rows)
    axes = ["--axes", "nmk"] if kind == "logits" else []
    result = run_qualm("measure", "p.npy", "--input", kind, *axes)
    assert result.code == 0 and f"p.npy: is read as {kind}, but its rows sum to 1" in result.err
    assert "--input probs" in result.err
    np.save("p.npy", 3 * rows)
    assert "sum to 1" not in run_qualm("measure", "p.npy", "--input", kind, *axes).err


def test_a_negative_number_in_a_row_that_sums_to_one_is_no_logit():
    p = P.copy()
    p[3, 2] = [-.001, .5, .3, .201]
    np.save("p.npy", p)
    result = run_qualm("measure", "p.npy", "--axes", "nmk")
    assert result.code == 3 and "row 3, member 2, class 0: -0.001" in result.err
    assert "--renormalize" in result.err and "logits" not in result.err
    p[3, 2] = [-4, 3, 1, 5]
    np.save("p.npy", p)
    assert "are these logits" in run_qualm("measure", "p.npy", "--axes", "nmk").err


def test_rescaling_is_advised_for_rounded_numbers_only():
    np.save("p.npy", P.round(3) + .0004)
    assert "look rounded" in run_qualm("measure", "p.npy", "--axes", "nmk").err
    assert run_qualm("measure", "p.npy", "--renormalize").code == 0  # finds the class axis
    np.save("p.npy", np.random.default_rng(0).random((40, 5)))
    result = run_qualm("measure", "p.npy")
    assert result.code == 3 and "store p and 1 - p" in result.err and "--renormalize" not in result.err


@pytest.mark.parametrize("labels, noted", [(1 + np.arange(40) % 3, True), (np.arange(40) % 4, False),
                                           (np.full(40, 1), False)])
def test_labels_without_zero_get_a_note_if_all_other_classes_occur(labels, noted):
    np.save("p.npy", P)
    np.save("y.npy", labels)
    result = run_qualm("reject", "p.npy", "--labels", "y.npy")
    assert result.code == 0 and ("y.npy: no label is 0" in result.err) == noted


@pytest.mark.parametrize("first, noted", [(0, False), (1, True)])
def test_votes_that_start_at_one_get_a_note(first, noted):
    np.save("v.npy", np.random.default_rng(0).integers(first, 4, (40, 5)))
    result = run_qualm("measure", "v.npy", "--input", "votes")
    assert result.code == 0 and ("v.npy: no vote is 0" in result.err) == noted


@pytest.mark.parametrize("labels", [np.eye(4, dtype=int)[LABELS], LABELS.reshape(20, 2)])
def test_labels_are_one_column(labels):
    np.save("p.npy", P)
    np.save("y.npy", labels)
    result = run_qualm("reject", "p.npy", "--labels", "y.npy")
    assert result.code == 3 and "give one number per row" in result.err
    np.save("y.npy", LABELS[:, None])
    assert run_qualm("reject", "p.npy", "--labels", "y.npy").code == 0


def test_minus_one_is_no_class():
    np.save("p.npy", P)
    np.save("y.npy", np.where(LABELS == 3, -1, LABELS))
    assert "drop the rows without a label" in run_qualm("reject", "p.npy", "--labels", "y.npy").err


def test_one_hot_members_of_whole_numbers_are_converted_not_counted():
    np.save("p.npy", np.eye(4, dtype=np.uint8)[np.random.default_rng(0).integers(0, 4, (40, 5))])
    assert 'a.astype("float32")' in run_qualm("measure", "p.npy").err


def test_masked_classes_need_a_finite_logit():
    logits = np.log(P)
    logits[0, 0, 0] = -np.inf
    np.save("p.npy", logits)
    assert "-10000" in run_qualm("measure", "p.npy", "--input", "logits", "--axes", "nmk").err


def test_the_array_beside_labels_is_the_predictions():
    np.savez("d.npz", p=P, labels=LABELS)
    result = run_qualm("reject", "d.npz")
    assert result.code == 0 and "using the labels in d.npz[labels]" in result.err
    np.savez("d.npz", p=P, q=P, labels=LABELS)
    assert "specify which with --key" in run_qualm("reject", "d.npz").err
