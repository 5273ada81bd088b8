# SPDX-License-Identifier: Apache-2.0
"""Names of sets, scores, classes and rows are refused at every door if the results could not hold them."""
import numpy as np
import pytest
from conftest import random_predictions

import qualm

pandas = pytest.importorskip("pandas")

P, S = random_predictions((40, 4, 3)), np.arange(40.)
CORRECT = np.arange(40) % 3 > 0
HALF = "\ud800"  # of a surrogate pair
FRAME = pandas.DataFrame(P[:, 0], columns=list("abc"))

DOORS = [
    (lambda name: qualm.report(P, "e.html", ood={name: P}), "ood"),
    (lambda name: qualm.serve(P, ood={name: P}), "ood"),
    (lambda name: qualm.ood(P, {name: P}), "outside"),
    (lambda name: qualm.ood({"s": S}, {name: {"s": S}}), "outside"),
    (lambda name: qualm.ood({name: S}, {"x": {name: S}}), "inside"),
    (lambda name: qualm.reject(scores={name: S}, correct=CORRECT), "scores"),
]


@pytest.mark.parametrize("call, argument", DOORS)
def test_names_of_sets_and_scores_are_not_empty(call, argument):
    with pytest.raises(ValueError, match=f"^{argument}: the name '' is empty: choose another"):
        call("")
    with pytest.raises(ValueError, match=f"^{argument}: the name .* holds control characters"):
        call("a\nb")
    with pytest.raises(ValueError, match=f"^{argument}: name=.*ud800.*: is not valid Unicode"):
        call(HALF)


def test_names_of_sets_of_dask_are_not_empty():
    dask = pytest.importorskip("dask.array")
    import qualm.dask
    x = dask.from_array(P, chunks=(20, -1, -1))
    with pytest.raises(ValueError, match="outside: the name '' is empty"):
        qualm.dask.ood(x, {"": x})


@pytest.mark.parametrize("call, message", [
    (lambda: qualm.measure(P, ids=[HALF] * 40), r"ids\[0\]="),
    (lambda: qualm.reject(P, ["0"] * 39 + [HALF]), r"labels\[39\]="),
    (lambda: qualm.measure(FRAME.set_axis(["a", "b", HALF], axis=1)), r"columns\[2\]="),
    (lambda: qualm.measure(FRAME.set_axis([HALF] * 40, axis=0)), r"index\[0\]="),
    (lambda: qualm.measure(FRAME.assign(id=[HALF] * 40)), r"id\[0\]="),
    (lambda: qualm.measure(P, class_names=["a", "b", HALF]), r"class_names\[2\]="),
])
def test_texts_that_are_not_unicode_are_errors_of_their_place(call, message):
    with pytest.raises(ValueError, match=message + ".*: is not valid Unicode"):
        call()


def test_scores_of_sets_are_matched_by_name():
    t = np.random.default_rng(0).random(40)
    found = qualm.ood({"a": S, "b": t}, {"x": {"b": t, "a": S + 40}}).scores
    assert found["a"]["x"]["auroc"] == 1 and found["b"]["x"]["auroc"] == .5
    with pytest.raises(ValueError, match="x has other scores"):
        qualm.ood({"a": S, "b": t}, {"x": {"b": t, "c": S}})


def test_texts_instead_of_correct_have_a_remedy():
    with pytest.raises(TypeError, match="correct: holds texts .*: give 1 or True where the prediction is correct"):
        qualm.reject(scores={"s": S}, correct=CORRECT.astype(str))
