# SPDX-License-Identifier: Apache-2.0
"""Labels mean the same class in any order, and rows go by their index."""
import numpy as np
import pytest

import qualm

pandas = pytest.importorskip("pandas")

NAMES = ["cat", "dog", "owl"]
Y = np.arange(30) % 3
P = np.eye(3)[Y] * 0.5 + 0.5 / 3
IDS = [f"img{i}" for i in range(30)]

pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")


def frame(order=(0, 1, 2), index=None):
    return pandas.DataFrame(P[:, list(order)], columns=[NAMES[k] for k in order], index=index)


def test_numbers_count_the_classes_of_the_first_frame_whatever_class_names_order():
    for names in (None, NAMES, ["owl", "dog", "cat"]):
        found = qualm.reject([frame(), frame((2, 0, 1))], Y, class_names=names)
        assert found.accuracy == 1
        note = "labels: numbers refer to the classes in the order of predictions[0]: 0 = cat, 1 = dog, 2 = owl"
        assert note in found.notes
    assert qualm.reject([frame((2, 0, 1)), frame()], np.array(NAMES)[Y]).accuracy == 1
    assert qualm.reject(frame(), Y).notes == ["there is only one member: epistemic uncertainty from the spread of members is 0 by construction"]


def test_numbers_do_not_count_columns_of_which_nobody_said_whether_they_are_classes():
    wide = frame().assign(age=20.0 + np.arange(30) % 7)
    with pytest.raises(ValueError, match="labels: are numbers, and class_names leaves out columns .*age.*columns"):
        qualm.reject(wide, Y, class_names=NAMES)
    assert qualm.reject(wide, Y, class_names=NAMES, columns=NAMES).accuracy == 1
    assert qualm.reject(wide, np.array(NAMES)[Y], class_names=NAMES).accuracy == 1


def test_labels_go_by_their_index_where_the_predictions_have_one():
    labels = pandas.Series(Y, index=IDS)
    named = frame(index=IDS)
    for order in (labels, labels[::-1], labels.sample(frac=1, random_state=0)):
        assert qualm.reject(named, order).accuracy == 1
        assert qualm.reject([named, named], order).accuracy == 1
    assert qualm.explain(named, labels=labels[::-1], rows=["img1"]).instances[0]["label"] == 1


def test_an_index_of_other_rows_is_an_error_and_none_goes_by_place():
    named = frame(index=IDS)
    other = pandas.Series(Y, index=[f"x{i}" for i in range(30)])
    with pytest.raises(ValueError, match="labels: its index differs from that of predictions"):
        qualm.reject(named, other)
    assert qualm.reject(named, other.to_numpy()).accuracy == 1
    assert qualm.reject(named, pandas.Series(Y)).accuracy == 1
    assert qualm.reject(frame(), other).accuracy == 1


def test_votes_in_a_frame_are_of_members_and_their_columns_name_no_classes():
    votes = pandas.DataFrame(np.stack([Y, Y, (Y + 1) % 3], axis=1), columns=["a", "b", "c"])
    found = qualm.measure(votes, "nm", input="votes")
    assert found.class_names == ["0", "1", "2"] and found.n_members == 3


def test_rows_in_another_order_and_a_default_index_are_ambiguous():
    p = P[:20]
    shuffled = np.random.default_rng(1).permutation(20)
    y = pandas.Series(np.arange(20) % 3)
    frame = pandas.DataFrame(p)
    for rows, labels in ((frame.iloc[shuffled], y), (frame, y.iloc[shuffled])):
        with pytest.raises(ValueError, match="labels: its index has the rows of predictions in another order"):
            qualm.reject(rows, labels)
        by_index = qualm.reject(rows, labels.loc[rows.index].to_numpy())
        assert by_index.to_dict() == qualm.reject(rows.to_numpy(), labels.loc[rows.index].to_numpy()).to_dict()
    assert qualm.reject(frame, y).to_dict() == qualm.reject(p, y.to_numpy()).to_dict()


def test_missing_labels_and_columns_of_one_name_are_named():
    p = P[:4]
    with pytest.raises(ValueError, match="labels: row 2 is missing"):
        qualm.reject(p, pandas.Series([0, 1, None, 2], dtype="Int64"))
    with pytest.raises(ValueError, match="several columns are called 'a'"):
        qualm.measure(pandas.DataFrame(p, columns=["a", "a", "b"]))
    with pytest.raises(ValueError, match="labels: shape 2x2"):
        qualm.reject(p, np.array([["a", "b"], ["a", "b"]]))
