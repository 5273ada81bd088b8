# SPDX-License-Identifier: Apache-2.0
"""Everything with one entry per row goes by its index, in one way for all arguments."""
import subprocess

import numpy as np
import pytest
from conftest import QUALM, random_predictions

import qualm

pandas = pytest.importorskip("pandas")

pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")

N = 40
NAMES = ["cat", "dog", "owl"]
IDS = [f"img{i}" for i in range(N)]
P = random_predictions((N, 3))
Y = np.random.default_rng(1).integers(0, 3, N)
CORRECT = P.argmax(axis=1) == Y
SCORES = 1 - P.max(axis=1)
SHUFFLED = np.random.default_rng(2).permutation(N)


def frame(index=IDS, p=P):
    return pandas.DataFrame(p, columns=NAMES, index=index)


def series(values, index=IDS):
    return pandas.Series(values, index=index)


#: What takes one entry per row: a call with a Series of other values than the rows' own, and the values.
CALLS = {
    "labels": (lambda given: qualm.reject(frame(), given), Y),
    "scores beside predictions": (lambda given: qualm.reject(frame(), Y, scores={"s": given}), SCORES),
    "correct": (lambda given: qualm.reject(scores={"s": series(SCORES)}, correct=given), CORRECT),
    "several scores": (lambda given: qualm.reject(scores={"s": series(SCORES), "t": given}, correct=CORRECT), P[:, 0]),
    "inside of ood": (lambda given: qualm.ood({"s": series(SCORES), "t": given}, {"x": {"s": SCORES, "t": SCORES}}), P[:, 0]),
    "outside of ood": (lambda given: qualm.ood({"s": SCORES, "t": SCORES}, {"x": {"s": series(SCORES), "t": given}}), P[:, 0]),
    "calibration": (lambda given: qualm.reject(frame(), Y, guarantee=(.9, .5), calibration=given), np.arange(N) < 15),
    "ids": (lambda given: qualm.explain(frame(), ids=given), np.array([f"name{i}" for i in range(N)])),
    "members": (lambda given: qualm.reject([frame(), frame(given.index, P[::-1][given.to_numpy()])], Y), np.arange(N)),
}
calls = pytest.mark.parametrize("call, values", CALLS.values(), ids=CALLS)


@calls
def test_the_same_rows_in_another_order_are_aligned(call, values):
    expected = call(series(values)).to_dict()
    assert call(series(values).iloc[SHUFFLED]).to_dict() == expected
    assert call(series(values[SHUFFLED])).to_dict() != expected


@calls
def test_other_rows_are_refused(call, values):
    with pytest.raises(ValueError, match=r": its index differs from that of .*: give the same index, or .*to_numpy\(\)"):
        call(series(values, [f"other{i}" for i in range(N)]))


@calls
def test_a_default_index_goes_by_position(call, values):
    assert call(series(values, None)).to_dict() == call(series(values)).to_dict()


@calls
def test_entries_without_an_index_go_by_position(call, values):
    if call is not CALLS["members"][0]:
        assert call(values).to_dict() == call(series(values)).to_dict()


#: The same where the rows have the default index.
DEFAULT = {
    "labels": (lambda given: qualm.reject(frame(None), given), Y),
    "correct": (lambda given: qualm.reject(scores={"s": series(SCORES, None)}, correct=given), CORRECT),
    "correct beside an array": (lambda given: qualm.reject(scores={"s": SCORES}, correct=given), CORRECT),
    "scores beside an array": (lambda given: qualm.reject(P, Y, scores={"s": given}), SCORES),
    "members": (lambda given: qualm.reject([frame(None), frame(given.index, P[::-1][given.to_numpy()])], Y), np.arange(N)),
}


@pytest.mark.parametrize("call, values", DEFAULT.values(), ids=DEFAULT)
@pytest.mark.parametrize("order", [SHUFFLED, slice(None, None, -1)], ids=["shuffled", "reversed"])
def test_the_default_index_in_another_order_is_ambiguous(call, values, order):
    with pytest.raises(ValueError, match=r": its index has the rows of .* in another order, and one of them is the default index"):
        call(series(values, None).iloc[order])
    call(series(values, None))
    assert call(series(values, IDS)).to_dict() == call(series(values, None)).to_dict()  # other names: by position


def test_reversed_rows_with_the_default_index_are_ambiguous_too():
    with pytest.raises(ValueError, match="labels: its index has the rows of predictions in another order"):
        qualm.reject(frame(None)[::-1], series(Y, None))
    assert qualm.reject(frame(None)[::-1], series(Y, None)[::-1]).to_dict() == qualm.reject(frame(None), Y).to_dict()


def test_rows_that_have_a_position_only_take_the_index_that_is_given_first():
    expected = qualm.reject(P, Y, scores={"s": SCORES}).to_dict()
    assert qualm.reject(P, series(Y), scores={"s": series(SCORES)[::-1]}).to_dict() == expected
    with pytest.raises(ValueError, match=r"scores\['s'\]: its index differs from that of labels"):
        qualm.reject(P, series(Y), scores={"s": series(SCORES, [f"other{i}" for i in range(N)])})


def test_members_in_another_order_are_refused_as_on_the_command_line():
    members = [frame(None), frame(None, P[::-1]).sample(frac=1, random_state=0)]
    with pytest.raises(ValueError, match=r"predictions\[1\]: its index has the rows of predictions\[0\] in another order"):
        qualm.measure(members)
    for i, each in enumerate(members):
        each.to_csv(f"{i}.csv")
    done = subprocess.run([QUALM, "measure", "0.csv", "1.csv"], capture_output=True, text=True)
    assert done.returncode == 3 and "the same rows in another order" in done.stderr
    by_index = qualm.measure([members[0], members[1].sort_index()])
    assert np.array_equal(by_index.variance.epistemic, qualm.measure(np.stack([P, P[::-1]], axis=1), "nmk").variance.epistemic)


def test_numbers_of_calibration_rows_are_no_entries_per_row():
    rows = pandas.Series(np.arange(15), index=np.arange(100, 115))
    found = qualm.reject(frame(), Y, guarantee=(.9, .5), calibration=rows)
    assert found.to_dict() == qualm.reject(frame(), Y, guarantee=(.9, .5), calibration=np.arange(15)).to_dict()


def test_lines_of_a_long_table_are_no_rows():
    long = pandas.DataFrame([(i, 0, name, P[i, k]) for i in range(N) for k, name in enumerate(NAMES)],
                            columns=["row", "member", "class", "prob"]).set_index(np.arange(3 * N) + 7)
    assert qualm.reject(long, series(Y)).to_dict()["accuracy"] == qualm.reject(frame(), Y).accuracy


WEIGHTS = {"owl": 5.0, "cat": 1.0, "dog": 2.0}


def weighted(given, p=frame()):
    return qualm.measure(p, class_weights=given).conventions["class_weights"]


def test_class_weights_in_a_series_go_by_the_names_in_its_index():
    assert weighted(pandas.Series(WEIGHTS)) == weighted(WEIGHTS) == [1, 2, 5]
    assert weighted(pandas.Series({"owl": 5})) == weighted({"owl": 5}) == [1, 1, 5]
    assert weighted(pandas.Series([5, 1, 2], index=[2, 0, 1]), P) == [1, 2, 5]  # such as of value_counts()
    assert weighted(pandas.Series([1, 2, 5])) == [1, 2, 5]


@pytest.mark.parametrize("weights, message", [
    (pandas.Series([5, 1, 2], index=["owl", "cat", "dgo"]), "class_weights: there is no class 'dgo'; did you mean .*dog"),
    (pandas.Series([5, 1, 2], index=[2, 0, 1]), "class_weights: there is no class '2'; there are cat, dog, owl"),
    (pandas.Series([5, 1, 2])[::-1], "class_weights: there is no class '2'; there are cat, dog, owl"),
    (pandas.Series([5, 1, 2], index=["owl", "cat", "owl"]), "class_weights: its index has 'owl' twice"),
    (pandas.DataFrame([WEIGHTS]), "class_weights=.*give a list, a dict or a Series, not a DataFrame")])
def test_class_weights_with_an_index_of_other_names_are_refused(weights, message):
    with pytest.raises((TypeError, ValueError), match=message):
        weighted(weights)
