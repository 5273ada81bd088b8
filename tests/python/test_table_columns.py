# SPDX-License-Identifier: Apache-2.0
"""Columns of DataFrames are chosen as those of CSV files are, and rows that differ are refused."""
import numpy as np
import pytest
from conftest import random_predictions

import qualm

pandas = pytest.importorskip("pandas", reason="python3-pandas is not installed")
pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")
N = 40
P = random_predictions((N, 3, 4))
LABELS = P.mean(1).argmax(1)
NAMES = ["cat", "dog", "owl", "fox"]
IDS = [f"img{i}" for i in range(N)]
ORDER = np.random.default_rng(0).permutation(N)


def frame(numbers=P[:, 0], **extra):
    return pandas.DataFrame(numbers, columns=NAMES).assign(**extra)


def test_frames_with_ids_have_the_same_rows():
    frames = [frame(P[:, m], id=IDS) for m in range(3)]
    found = qualm.measure(frames)
    assert found.n_classes == 4
    assert "predictions[0] and 2 more: left out the column \"id\"; columns specifies the class columns" in found.notes
    frames[2] = frames[2].iloc[ORDER].reset_index(drop=True)
    with pytest.raises(ValueError, match=r"predictions\[2\]: row 0 is not the same as in predictions\[0\].*sort both"):
        qualm.measure(frames)


def test_labels_in_a_frame_have_the_rows_of_the_predictions():
    labels = pandas.DataFrame({"id": IDS, "label": LABELS})
    assert qualm.reject(P, labels).accuracy == 1
    shuffled = labels.iloc[ORDER].reset_index(drop=True)
    with pytest.raises(ValueError, match="labels: row 0 is not the same as in predictions"):
        qualm.reject(frame(id=IDS), shuffled)
    with pytest.raises(ValueError, match="labels: holds 3 columns"):
        qualm.reject(P, pandas.DataFrame({"id": IDS, "a": LABELS, "b": LABELS}))


@pytest.mark.parametrize("name", ["index", "id", "row", "label"])
def test_a_class_that_has_the_name_of_a_row_number_must_be_chosen(name):
    fingers = frame(np.log(P[:, 0])).rename(columns={"dog": name})
    with pytest.raises(ValueError, match=f"column \"{name}\".*fractions like a class.*columns"):
        qualm.measure(fingers, input="logits")
    assert qualm.measure(fingers, input="logits", columns=list(fingers)).n_classes == 4


@pytest.mark.parametrize("name, values", [("target", LABELS), ("Unnamed: 0", np.arange(N)), ("sample", 1 + np.arange(N)),
                                          ("file", ["a.png"] * N), ("ok", LABELS == 0), ("label", LABELS)])
def test_what_is_no_class_is_left_out_with_a_note(name, values):
    found = qualm.measure(frame(np.log(P[:, 0]), **{name: values}), input="logits")
    assert found.n_classes == 4
    assert f"predictions: left out the column \"{name}\"; columns specifies the class columns" in found.notes


def test_row_numbers_and_labels_are_no_classes_and_no_votes():
    with pytest.raises(ValueError, match='column "number" counts the rows'):
        qualm.measure(frame(1 + P[:, 0], number=range(N)), input="dirichlet")
    votes = pandas.DataFrame(np.random.default_rng(0).integers(0, 4, (N, 6))).add_prefix("m")
    with pytest.raises(ValueError, match='column "target".*rename it to label'):
        qualm.measure(votes.assign(target=LABELS), input="votes")
    assert qualm.measure(votes.assign(label=LABELS), input="votes").n_members == 6


def test_columns_called_by_number_in_another_order_are_noted():
    found = qualm.measure(pandas.DataFrame(P[:, 0], columns=["3", "1", "2", "0"]))
    assert "predictions: the columns are classes by their numbers, not by position" in found.notes


@pytest.mark.parametrize("predictions, keywords, message", [
    ({"a": P[:, 0]}, {}, r"list\(d.values\(\)\)"), (np.stack([P, P]), {}, r"list\(a\)"), (list(P[:, :, 0].T), {}, "1 - p, p"),
    (P, {"input": "dirichlet"}, "ensembles of Dirichlet distributions"),
    (np.array(NAMES)[np.zeros((N, 3), int)], {"input": "votes"}, "return_inverse=True")])
def test_errors_have_a_remedy(predictions, keywords, message):
    with pytest.raises((TypeError, ValueError), match=message):
        qualm.measure(predictions, **keywords)


def test_wrong_labels_have_a_remedy():
    with pytest.raises(ValueError, match="true and false, but there are 4 classes.*correct"):
        qualm.reject(P, P.mean(1).argmax(1) == LABELS)
    with pytest.raises(ValueError, match=r"labels.argmax\(axis=1\)"):
        qualm.reject(P, np.eye(4)[LABELS])
    with pytest.raises(ValueError, match=r"labels.sort_index\(\)"):
        qualm.reject(P, pandas.Series(LABELS).iloc[ORDER])
