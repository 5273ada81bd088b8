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
    for first in .23, .39:  # beside 69 classes with two decimals: the sum is .92 or 1.08
        np.savetxt("p.csv", [[first] + [.01] * 69] * 3, fmt="%.2f", delimiter=",")
        assert "look rounded, such as to float16 or few decimals: rescale with --renormalize" in run_qualm("measure", "p.csv").err
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


def test_whether_a_prediction_is_correct_is_no_label():
    np.save("p.npy", P)
    np.save("y.npy", P.mean(1).argmax(1) == LABELS)
    result = run_qualm("reject", "p.npy", "--labels", "y.npy")
    assert result.code == 3 and "true and false, but there are 4 classes" in result.err and "--correct" in result.err


def test_how_several_files_are_read_is_noted():
    for m in range(3):
        np.save(f"m{m}.npy", P[:, m])
    assert "3 files: read as 3 members" in run_qualm("measure", "m0.npy", "m1.npy", "m2.npy").err
    assert "m0.npy: is given twice" in run_qualm("measure", "m0.npy", "m1.npy", "m0.npy").err
    np.save("m1.npy", P[:20, 1])
    assert "--shards" in run_qualm("measure", "m0.npy", "m1.npy").err


@pytest.mark.parametrize("sign, noted", [(1, False), (-1, True)])
def test_a_score_that_is_low_for_errors_gets_a_note(sign, noted):
    correct = np.arange(200) % 4 > 0
    np.save("s.npy", sign * (np.where(correct, 0, 1.5) + np.random.default_rng(0).normal(size=200)))
    np.save("c.npy", correct.astype(int))
    result = run_qualm("reject", "s.npy", "--input", "scores", "--correct", "c.npy")
    assert result.code == 0 and ("higher must mean more uncertain" in result.err) == noted


def test_the_probability_of_one_of_two_classes_is_asked_for_first():
    for scale in (.1, 1):
        np.save("p.npy", scale * np.random.default_rng(0).random((40, 5)))
        message = run_qualm("measure", "p.npy").err
        assert "store p and 1 - p" in message and "only one member" not in message


@pytest.mark.parametrize("array, options, remedy", [
    (np.stack([P, P]), [], "reshape(len(a), -1, a.shape[-1])"), (LABELS, [], "--labels"), (P, ["--input", "dirichlet"], "ensembles of Dirichlet distributions"),
    (np.eye(4)[np.zeros((40, 5), int)], ["--input", "votes"], "argmax(axis=-1)")])
def test_arrays_of_other_axes_get_a_remedy(array, options, remedy):
    np.save("p.npy", array)
    result = run_qualm("measure", "p.npy", *options)
    assert result.code == 3 and remedy in result.err


def test_labels_exclude_readings_with_too_few_classes():
    np.save("p.npy", np.log(P).transpose(1, 0, 2))
    np.save("y.npy", LABELS)
    result = run_qualm("reject", "p.npy", "--input", "logits", "--labels", "y.npy")
    assert result.code == 0 or "classes (--axes mkn)" not in result.err
    np.save("p.npy", np.log(random_predictions((3, 40, 4))))
    message = run_qualm("reject", "p.npy", "--input", "logits", "--labels", "y.npy").err
    assert "3 classes" not in message


@pytest.mark.parametrize("word, score", [("mutual-information", "entropy.epistemic"), ("MI", "entropy.epistemic"),
                                         ("bald", "entropy.epistemic"), ("gini", "variance.total")])
def test_other_names_of_measures_are_known(word, score, small):
    result = run_qualm("measure", small, "--axes", "nmk", "--measure", word)
    assert result.code == 2 and score in result.err


def test_numbers_that_are_names_and_could_be_positions_get_a_note():
    np.savez("p.npz", predictions=P, class_names=np.array(["1", "2", "3", "4"]))
    np.save("y.npy", 1 + np.arange(40) % 3)
    assert "read as names of classes (1, 2, 3, 4)" in run_qualm("reject", "p.npz", "--labels", "y.npy").err


def test_labels_as_second_file_of_predictions_and_scores_as_measures():
    np.save("p.npy", P)
    np.save("y.npy", LABELS)
    assert "if these are labels, give them as --labels" in run_qualm("reject", "p.npy", "y.npy").err
    assert "give the measure alone, variance" in run_qualm("measure", "p.npy", "--measure", "variance.total").err


def test_the_column_that_is_no_class_is_looked_for_in_many_rows():
    p = random_predictions((40, 4), seed=5)
    rows = [",".join(map(repr, [*map(float, row), float(row.max())])) for row in p]
    open("p.csv", "w").write("a,b,c,d,conf\n" + "\n".join(rows))
    assert 'without the column "conf" they do' in run_qualm("measure", "p.csv").err


def test_a_wrong_class_axis_of_an_ensemble_is_not_taken_for_two_classes():
    np.save("p.npy", P)
    message = run_qualm("measure", "p.npy", "--axes", "nkm").err
    assert "check the class axis (--axes)" in message and "two classes" not in message


def test_sums_over_rows_are_not_taken_for_percentages():
    np.save("p.npy", np.full((3, 1000, 10), .1))
    message = run_qualm("measure", "p.npy", "--axes", "nkm").err
    assert "sum to 100" in message and "check the class axis (--axes)" in message and "percentages" not in message


def test_concentrations_are_among_what_numbers_above_one_may_be():
    np.save("alpha.npy", np.array([[2., 3, 5.5], [1, 1, 1.5]]))
    assert "--input logits (or counts, or dirichlet)" in run_qualm("measure", "alpha.npy", "--axes", "nk").err
