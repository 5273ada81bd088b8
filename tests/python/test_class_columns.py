# SPDX-License-Identifier: Apache-2.0
"""Columns that are called True and False, or by numbers, are classes like others."""

import numpy as np
import pytest
from conftest import random_predictions, run_json

import qualm

pandas = pytest.importorskip("pandas")

pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")


@pytest.mark.parametrize("n", [2, 7])
@pytest.mark.parametrize("columns", [[False, True], [True, False], np.array([False, True])], ids=str)
def test_columns_may_be_called_true_and_false(n, columns):
    p = random_predictions((n, 2))
    frame = pandas.DataFrame(p, columns=columns)
    for given in (frame, frame.assign(note="x"), [frame, frame.iloc[:, ::-1]]):
        found = qualm.measure(given, per_class=True)
        assert np.array_equal(found.mean, p) and found.class_names == [str(each) for each in columns]


@pytest.mark.parametrize("names", [["True", "False"], ["true", "false"], ["False", "True"], ["false", "true"]])
def test_labels_that_are_true_and_false_are_the_classes_of_that_name(names):
    torch = pytest.importorskip("torch")
    p = random_predictions((30, 2))
    predicted = np.array(names)[p.argmax(axis=1)]
    y = np.char.lower(predicted) == "true"
    frame = pandas.DataFrame(p, columns=names)
    for labels in (predicted, y, y.tolist(), y.astype(object), pandas.Series(y), pandas.Series(y, dtype="boolean"), torch.tensor(y)):
        assert qualm.reject(frame, labels).accuracy == 1
        assert qualm.reject(frame, labels, class_names=names[::-1]).accuracy == 1
        assert qualm.reject(p, labels, class_names=names).accuracy == 1
    with pytest.raises(ValueError, match="labels: 60 entries for 30 rows|labels: shape 30x2"):
        qualm.reject(frame, np.stack([y, ~y], axis=1))


def test_labels_that_are_true_and_false_are_numbers_of_classes_with_other_names():
    p = random_predictions((30, 2))
    y = p.argmax(axis=1) == 1
    assert qualm.reject(pandas.DataFrame(p, columns=["yes", "no"]), y).accuracy == 1
    assert qualm.reject(p, y).accuracy == 1


@pytest.mark.parametrize("names", [[0, 2, 3], [3, 0], [0, 1, 2], [3, 2, 1, 0], ["a", "b", "c", "d"], None], ids=str)
def test_columns_that_count_the_classes_mean_the_same_as_on_the_command_line(names):
    table = pandas.DataFrame(random_predictions((30, 4)))
    table.to_csv("p.csv", index=False)
    options = ["--renormalize", *([] if names is None else ["--class-names", ",".join(map(str, names))])]
    expected = run_json("measure", "p.csv", "--per-class", *options)
    found = qualm.measure(table, per_class=True, renormalize=True, class_names=names).to_dict()
    for key in ("class_names", "mean", "measures", "predicted"):
        assert found[key] == expected[key]


@pytest.mark.parametrize("names, labels", [
    ([0, 2, 3], [0, 2, 3]), ([3, 2, 1, 0], [0, 1, 2]), (["a", "b", "c", "d"], [0, 1, 2]), (None, [0, 1, 2])], ids=str)
def test_labels_of_columns_that_count_the_classes_are_those_of_the_command_line(names, labels):
    table, y = pandas.DataFrame(random_predictions((30, 4))), np.array(labels)[np.arange(30) % 3]
    table.to_csv("p.csv", index=False)
    np.save("y.npy", y)
    options = ["--renormalize", *([] if names is None else ["--class-names", ",".join(map(str, names))])]
    expected = run_json("reject", "p.csv", "--labels", "y.npy", *options)
    assert qualm.reject(table, y, renormalize=True, class_names=names).accuracy == expected["accuracy"]


def test_numbers_as_labels_do_not_count_columns_that_class_names_leaves_out():
    table, y = pandas.DataFrame(random_predictions((30, 4))), np.arange(30) % 3
    with pytest.raises(ValueError, match=r"labels: are numbers, and class_names leaves out columns .*\(3\)"):
        qualm.reject(table, y, renormalize=True, class_names=[0, 1, 2])


def test_columns_that_count_the_classes_need_no_note_beside_arrays():
    p = random_predictions((30, 4))
    assert not any("class names" in note for note in qualm.measure([pandas.DataFrame(p), p]).notes)
