# SPDX-License-Identifier: Apache-2.0
"""Batches and measurers are aligned by the names of their classes, or refused, as several files are."""
import numpy as np
import pytest
from conftest import random_predictions

import qualm

pandas = pytest.importorskip("pandas")

pytestmark = pytest.mark.filterwarnings("ignore::qualm.Note")

A = pandas.DataFrame([[.7, .2, .1]], columns=list("abc"))
B = A[["c", "a", "b"]]  # the same row
A_AS_ARRAY = A.to_numpy()


def measurer(*batches, **keywords):
    made = qualm.Measurer(per_class=True, **keywords)
    for batch in batches:
        made.update(batch)
    return made


@pytest.mark.parametrize("batches", [(A, B), (A, A_AS_ARRAY, B), (A_AS_ARRAY, A, B)])
def test_batches_are_aligned_by_name_as_several_frames_are(batches):
    found = measurer(*batches).finalize()
    assert found.class_names == ["a", "b", "c"]
    assert np.array_equal(found.mean, np.repeat(A_AS_ARRAY, len(batches), axis=0))
    np.testing.assert_allclose(qualm.measure(list(batches), per_class=True).mean, A_AS_ARRAY, rtol=1e-15)


@pytest.mark.parametrize("names", [None, ["c", "b", "a"]])
def test_batches_without_names_are_in_the_order_of_the_first_that_has_names(names):
    found = measurer(A, A_AS_ARRAY, class_names=names).finalize()
    assert np.array_equal(found.mean[0], found.mean[1]) and found.class_names == (names or ["a", "b", "c"])
    assert any("has no class names" in note for note in found.notes)
    if names:
        with pytest.raises(ValueError, match="class names of some batches are a, b, c, other batches have none and were read as class_names, c, b, a"):
            measurer(A_AS_ARRAY, A, class_names=names)
    else:
        assert "batches without class names use the order of those with names: a, b, c" in measurer(A_AS_ARRAY, A).finalize().notes


def test_other_classes_are_refused():
    with pytest.raises(ValueError, match='batch: has no class "a", unlike'):
        measurer(A, A.rename(columns={"a": "x"}))
    both = measurer(A)
    for other in (B, A.rename(columns={"a": "x"})):
        with pytest.raises(ValueError, match="merge: the classes are .* after a, b, c: give both measurers the same class_names"):
            both.merge(measurer(other))
    assert len(both) == 1
    same = measurer(A, class_names=["a", "b", "c"]).merge(measurer(B, class_names=["a", "b", "c"])).finalize()
    assert np.array_equal(same.mean[0], same.mean[1])
    named = measurer(A_AS_ARRAY).merge(measurer(A))
    named.update(B)
    assert np.array_equal(named.finalize().mean, np.repeat(A_AS_ARRAY, 3, axis=0))


def test_ids_that_some_batches_lack_are_noted():
    with_ids = A.set_axis(["x"], axis=0)
    assert measurer(with_ids, with_ids).finalize().ids == ["x", "x"]
    found = measurer(with_ids, A).finalize()
    assert found.ids is None and "the IDs are left out: some batches have none" in found.notes


def test_batches_of_fewer_runs_are_refused_by_their_runs():
    p = random_predictions((40, 4, 3))
    with pytest.raises(ValueError, match="a batch of 1 run of 4 members and 3 classes after one of 2 runs of 4 members"):
        measurer([p, p], p)
