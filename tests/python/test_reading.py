# SPDX-License-Identifier: Apache-2.0
"""Python reads axes, names of classes, labels and ids as the command line does."""
import json
import subprocess

import numpy as np
import pytest
from conftest import QUALM, random_predictions, run_json

import qualm


def command_error(*arguments):
    done = subprocess.run([QUALM, *map(str, arguments)], capture_output=True)
    assert done.returncode != 0
    return done.stderr.decode().strip()


@pytest.mark.parametrize("shape, axes", [
    ((5, 897, 10), "mnk"), ((897, 5, 10), "nmk"), ((40, 10, 3), "nmk"), ((3, 30, 7), "mnk"),
])
def test_axes_are_inferred_as_the_command_line_infers_them(shape, axes):
    p = random_predictions(shape)
    np.save("p.npy", p)
    found = qualm.measure(p)
    assert found.conventions["axes"] == axes
    assert found.to_dict() == run_json("measure", "p.npy")


@pytest.mark.parametrize("shape", [(5, 5, 3), (4, 3, 3), (100, 32, 10), (32, 100, 10), (1, 20, 3), (20, 1, 3)])
def test_where_two_readings_are_likely_both_doors_name_them(shape):
    p = random_predictions(shape)
    np.save("p.npy", p)
    with pytest.raises(ValueError) as caught:
        qualm.measure(p)
    message = str(caught.value)
    assert "axes='nmk'" in message and "axes='mnk'" in message and "members x" in message
    shown = command_error("measure", "p.npy").split(": ", 2)[2].split(". See ")[0]
    assert shown.replace("--axes nmk", "axes='nmk'").replace("--axes mnk", "axes='mnk'") in message
    assert qualm.measure(p, axes="nmk").n_instances == shape[0]
    assert qualm.measure(p, axes="mnk").n_instances == shape[1]


def test_labels_and_weights_settle_the_axes():
    p = random_predictions((4, 3, 5))
    assert qualm.reject(p, [0, 1, 2]).to_dict()["instances"] == 3
    assert qualm.reject(p, [0, 1, 2, 3]).to_dict()["instances"] == 4
    assert qualm.measure(p, member_weights=[1, 1, 1, 1]).n_members == 4
    assert qualm.measure(p, ids=list("abc")).n_instances == 3


def test_lists_of_matrices_and_logits():
    p = random_predictions((5, 4, 3))
    assert qualm.measure(list(p)).n_members == 5
    assert qualm.measure(list(np.log(p)), input="logits").n_members == 5
    assert qualm.measure(np.log(p[0]), input="logits").n_instances == 4
    with pytest.raises(ValueError, match="logits do not show which axis is the class"):
        qualm.measure(np.log(random_predictions((100, 4, 3))), input="logits")


def test_tensors_of_torch_have_their_axes_inferred():
    torch = pytest.importorskip("torch")
    stacked = torch.stack([torch.from_numpy(random_predictions((200, 4), seed=m)) for m in range(3)])
    assert qualm.measure(stacked).n_members == 3


def test_sets_of_ood_have_the_axes_of_the_first():
    known, strange = random_predictions((3, 90, 4)), random_predictions((3, 5, 4), seed=1)
    assert qualm.ood(known, {"x": strange}).to_dict()["out"] == {"x": 5}


def test_batches_have_the_axes_of_the_first():
    p = random_predictions((203, 5, 4))
    measurer = qualm.Measurer()
    for first in range(0, 203, 50):
        measurer.update(p[first:first + 50])
    assert measurer.finalize().n_instances == 203


pandas = pytest.importorskip("pandas")


def frame(names="cat dog", rows=((.9, .1), (.2, .8), (.6, .4)), **keywords):
    return pandas.DataFrame(rows, columns=names.split(), **keywords)


def test_frames_are_aligned_by_name():
    turned = frame()[["dog", "cat"]]
    found = qualm.measure([frame(), turned], per_class=True)
    assert found.class_names == ["cat", "dog"] and (found.variance.epistemic == 0).all()
    chosen = qualm.measure(turned, class_names=["cat", "dog"], per_class=True)
    assert np.array_equal(chosen.mean, frame().to_numpy())
    with pytest.raises(ValueError, match=r"predictions\[1\]: has no class \"dog\", unlike predictions\[0\]"):
        qualm.measure([frame(), frame("cat cow")])


def test_a_frame_and_the_same_csv_file_mean_the_same():
    table = frame(index=["a", "b", "c"]).assign(file=["x.png", "y.png", "z.png"])
    table.to_csv("p.csv", index_label="id")
    found = qualm.measure(table)
    assert found.ids == ["a", "b", "c"] and found.class_names == ["cat", "dog"]
    assert found.to_dict() == run_json("measure", "p.csv", "--ids", "p.csv", "--ids-key", "id")
    assert found.to_pandas().index.tolist() == ["a", "b", "c"]


def test_columns_choose_the_classes_of_a_frame():
    table = frame().assign(score=[1, 2, 3])
    assert qualm.measure(table, columns=["dog", "cat"]).class_names == ["dog", "cat"]
    with pytest.raises(ValueError, match="no column 'cta': did you mean 'cat'?"):
        qualm.measure(table, columns=["cta", "dog"])


@pytest.mark.parametrize("make", [list, lambda ids: list(map(np.int64, ids)), np.array, pandas.Series,
                                  lambda ids: pandas.Series(ids, dtype="Int64")], ids=["list", "numpy", "array", "Series", "Int64"])
def test_whole_numbers_as_ids_keep_every_digit(make):
    ids = [2**60 + 1, 2**60, 5]
    assert qualm.measure(frame(), ids=make(ids)).ids == [str(each) for each in ids]


def test_ids_are_in_every_result():
    p = frame()
    assert qualm.measure(p, ids=["x", "y", "z"]).to_dict()["ids"] == ["x", "y", "z"]
    assert qualm.explain(p, ids=["x", "y", "z"], top=1, by="variance.total").instances[0]["id"] == "z"
    assert qualm.label_next([frame(), p[::-1].reset_index(drop=True)], 1, ids=[7, 8, 9]).to_dict()["rows"][0]["id"]
    assert qualm.measure(frame(index=[3, 5, 7])).ids == ["3", "5", "7"]
    assert qualm.measure(frame()).ids is None


def test_chosen_rows_are_explained():
    assert qualm.explain(frame(), rows=[2, 0]).rows.tolist() == [2, 0]
    assert qualm.explain(frame(index=list("abc")), rows=["b"]).rows.tolist() == [1]


@pytest.mark.parametrize("labels", [
    ["cat", "dog", "dog"], np.array(["cat", "dog", "dog"]), np.array([0, 1, 1]),
    pandas.Series(["cat", "dog", "dog"]), pandas.Categorical(["cat", "dog", "dog"]),
    pandas.Series(pandas.Categorical(["cat", "dog", "dog"])), pandas.Series([0, 1, 1], dtype="Int64"),
    np.array([0, 1, 1], dtype=object),
])
def test_labels_are_names_or_numbers(labels):
    assert qualm.reject(frame(), labels).accuracy == 2 / 3


def test_class_weights_may_go_by_name():
    found = qualm.measure(frame(), class_weights={"dog": 5})
    assert found.conventions["class_weights"] == [1, 5]
    with pytest.raises(ValueError, match="there is no class 'dgo'"):
        qualm.measure(frame(), class_weights={"dgo": 5})


P = random_predictions((40, 4, 3))
MASKED = np.ma.array(P, mask=P > P.max() - .01)


@pytest.mark.parametrize("call, error, message", [
    (lambda: qualm.measure(MASKED), ValueError, f"predictions: {MASKED.mask.sum()} entries are masked"),
    (lambda: qualm.reject(frame(), np.ma.array([0, 1, 1], mask=[0, 0, 1])), ValueError, "labels: 1 entries are masked"),
    (lambda: qualm.measure(frame(rows=((.9, .1), (None, 1)))), ValueError, r"row 1, column 'cat' is missing"),
    (lambda: qualm.measure(frame(rows=((.9, .1), (None, 1))).astype("Float64")), ValueError, "row 1, column 'cat'"),
    (lambda: qualm.reject(frame(), ["cat", "dgo", "dog"]), ValueError, 'row 1: there is no class "dgo"; did you mean "dog"'),
    (lambda: qualm.reject(frame(), ["cat", None, "dog"]), ValueError, "labels: row 1 is missing"),
    (lambda: qualm.reject(frame(), [1, 2, 2]), ValueError, "labels look 1-based"),
    (lambda: qualm.reject(P, labels="x"), TypeError, "labels='x': give one entry per row, not a str"),
    (lambda: qualm.reject(P, labels=3), TypeError, "labels=3"),
    (lambda: qualm.measure(P, class_names=5), TypeError, r"class_names=5: give a list such as \['cat', 'dog'\]"),
    (lambda: qualm.measure(P, class_names="cat"), TypeError, "class_names='cat': give a list"),
    (lambda: qualm.measure(P, measures=3), TypeError, "measures=3: give a name"),
    (lambda: qualm.measure(P, axes=1), TypeError, "axes=1: give a text such as 'nmk'"),
    (lambda: qualm.measure(P, input=2), TypeError, "input=2"),
    (lambda: qualm.measure(P, class_weights="x"), TypeError, "class_weights='x': give a list of numbers"),
    (lambda: qualm.measure(P, member_weights=object()), TypeError, "member_weights="),
    (lambda: qualm.measure(P, columns=["a"]), TypeError, "columns: predictions is not a DataFrame"),
    (lambda: qualm.measure(frame(), columns="cat"), TypeError, "columns='cat': give a list"),
    (lambda: qualm.measure(P, threads="2"), TypeError, "threads='2': give a whole number"),
    (lambda: qualm.explain(P, top="x"), TypeError, "top='x': give a whole number"),
    (lambda: qualm.explain(P, rows=3), TypeError, "rows=3: give a list"),
    (lambda: qualm.explain(P, rows=[40]), ValueError, "rows=40: there is no such row"),
    (lambda: qualm.measure(P, axis="nmk"), TypeError, "unexpected keyword argument 'axis': did you mean 'axes'?"),
    (lambda: qualm.Measurer(axis="nmk"), TypeError, "unexpected keyword argument 'axis': did you mean 'axes'?"),
    (lambda: qualm.reject(P, clas_names=["a"]), TypeError, "unexpected keyword argument 'clas_names': did you mean 'class_names'?"),
    (lambda: qualm.measure(P, ids=["a"]), ValueError, "ids: 1 entries for 40 rows"),
])
def test_wrong_arguments_are_named_in_one_line(call, error, message):
    with pytest.raises(error, match=message) as caught:
        call()
    assert "\n" not in str(caught.value) and "--" not in str(caught.value)


def test_a_masked_array_with_nothing_masked_is_an_array():
    assert qualm.measure(np.ma.array(P)).to_dict() == qualm.measure(P).to_dict()


def test_results_say_what_the_axes_were():
    told = json.loads(json.dumps(qualm.explain(P).to_dict()))
    assert told["conventions"]["axes"] == "nmk"
