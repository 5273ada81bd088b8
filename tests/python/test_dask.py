# SPDX-License-Identifier: Apache-2.0
"""Arrays of dask: the numbers of one process, and a killed worker changes nothing."""
import os
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import random_predictions

import qualm

da = pytest.importorskip("dask.array")
import qualm.dask  # noqa: E402

N = 500
P = random_predictions((N, 4, 3), seed=1)
Q = random_predictions((130, 4, 3), seed=2)
LABELS = np.random.default_rng(3).integers(0, 3, N)


@pytest.fixture(params=[(N,), (100,) * 5, (1, 0, 99, 400)])
def chunked(request):
    return da.from_array(P, chunks=(request.param, (2, 2), (3,)))


def test_measures_are_those_of_numpy(chunked):
    lazy = qualm.dask.measure(chunked, per_class=True, measures=["variance", "tsallis:1.5"])
    found, expected = lazy.compute(), qualm.measure(P, "nmk", per_class=True, measures=["variance", "tsallis:1.5"])
    assert isinstance(found, qualm.Measures) and found.n_instances == N
    assert found.conventions == expected.conventions
    for name in ("variance", "tsallis:1.5"):
        for part in ("total", "aleatoric", "epistemic"):
            np.testing.assert_array_equal(getattr(found.families[name], part), getattr(expected.families[name], part))
    np.testing.assert_array_equal(found.mean, expected.mean)


def test_ids_go_with_their_rows(chunked):
    names = [f"row {i}" for i in range(N)]
    assert qualm.dask.measure(chunked, ids=names).compute().ids == names


def test_labels_of_measures_go_with_their_rows(chunked):
    for labels in (LABELS, da.from_array(LABELS, chunks=77)):
        assert qualm.dask.measure(chunked, labels=labels).compute().labels.tolist() == LABELS.tolist()
    assert qualm.dask.measure(chunked).compute().labels is None
    with pytest.raises(ValueError, match="labels"):
        qualm.dask.measure(chunked, labels=LABELS[1:])


@pytest.mark.parametrize("options", [{}, {"guarantee": (0.4, 0.1), "calibration": 0.5, "seed": 3},
                                     {"bootstrap": 20, "scores": ["entropy.total"]}])
def test_rejection_is_that_of_numpy(chunked, options):
    expected = qualm.reject(P, LABELS, "nmk", **options).to_dict()
    assert qualm.dask.reject(chunked, LABELS, **options).compute().to_dict() == expected
    labels = da.from_array(LABELS, chunks=77)
    assert qualm.dask.reject(chunked, labels, **options).compute().to_dict() == expected


def test_detection_is_that_of_numpy(chunked):
    other = da.from_array(Q, chunks=(50, 4, 3))
    found = qualm.dask.ood(chunked, {"far": other, "near": other[:30]}, scores=["variance.total", "entropy.total"])
    expected = qualm.ood(P, {"far": Q, "near": Q[:30]}, "nmk", scores=["variance.total", "entropy.total"])
    assert found.compute().to_dict() == expected.to_dict()


def test_nothing_is_computed_before_it_is_asked_for():
    def fail(block):
        raise AssertionError("computed")
    broken = da.from_array(P, chunks=(100, 4, 3)).map_blocks(fail, dtype=float, meta=np.empty((0, 0, 0)))
    qualm.dask.measure(broken)
    qualm.dask.reject(broken, LABELS)


def test_what_does_not_fit_is_refused(chunked):
    with pytest.raises(TypeError, match="not a dask array"):
        qualm.dask.measure(P)
    with pytest.raises(ValueError, match="rows along axis 0"):
        qualm.dask.measure(chunked, axes="mnk")
    for labels in ([0, 1, 2], da.from_array(np.arange(3))):
        with pytest.raises(ValueError, match="labels: 3 entries for 500 rows; give one per row"):
            qualm.dask.reject(chunked, labels)
    with pytest.raises(ValueError, match="a batch of votes may lack some classes: set n_classes"):
        qualm.dask.measure(chunked[:, :, 0], axes="nm", input="votes")
    with pytest.raises(ValueError, match="predictions: have no rows"):
        qualm.dask.measure(chunked[:0]).compute()
    with pytest.raises(TypeError, match="scores"):
        qualm.dask.reject(chunked, LABELS, scores={"mine": P[:, 0, 0]})


DISTURBED = np.where(np.arange(N)[:, None, None] == 307, 0.7, P)
NAMES = np.array(["a", "b", "c"])[LABELS]


def both(eager, lazy):
    """The error or notes of one process, and of dask."""
    told = []
    for call in (eager, lambda: lazy().compute()):
        try:
            told.append(call().notes)
        except (TypeError, ValueError) as error:
            told.append(f"{type(error).__name__}: {error}")
    return told


@pytest.mark.filterwarnings("ignore::qualm.Note")
@pytest.mark.parametrize("labels, options, message", [
    (np.where(np.arange(N) == 307, 5, LABELS), {}, "label 5 in row 307"),
    (np.where(np.arange(N) == 307, np.nan, LABELS), {}, "row 307 is nan"),
    (np.where(np.arange(N) == 307, "zz", NAMES), {"class_names": list("abc")}, 'row 307: there is no class "zz"'),
    (LABELS == 0, {}, "true and false"), (np.eye(3)[LABELS], {}, "argmax"), (np.maximum(LABELS, 1), {}, "counted from 1"),
    (LABELS % 2, {"class_names": ["2", "1", "7"]}, "there is no class"), (LABELS, {"n_classes": 3}, "n_classes has no effect"),
    (LABELS, {"measures": "variance", "log_base": "e"}, "log_base has no effect")])
def test_labels_are_checked_and_noted_as_by_one_process(chunked, labels, options, message):
    eager, lazy = both(lambda: qualm.reject(P, labels, axes="nmk", **options), lambda: qualm.dask.reject(chunked, labels, **options))
    assert message in str(eager) and lazy == eager


def test_labels_with_an_index_or_in_a_frame_are_those_of_one_process(chunked):
    pandas = pytest.importorskip("pandas")
    shuffled = pandas.Series(LABELS).sample(frac=1, random_state=0)
    eager, lazy = both(lambda: qualm.reject(P, shuffled, axes="nmk"), lambda: qualm.dask.reject(chunked, shuffled))
    assert "in another order" in eager and lazy == eager
    frame = pandas.DataFrame({"id": range(N), "label": LABELS})
    assert qualm.dask.reject(chunked, frame).compute().to_dict() == qualm.reject(P, LABELS, "nmk").to_dict()


@pytest.mark.parametrize("labels", [np.where(np.arange(N) == 307, 5, LABELS), np.where(np.arange(N) == 307, np.nan, LABELS)])
def test_wrong_labels_of_dask_are_named_by_their_row(chunked, labels):
    eager, lazy = both(lambda: qualm.reject(P, labels, axes="nmk"), lambda: qualm.dask.reject(chunked, da.from_array(labels, chunks=77)))
    assert "row 307" in eager and lazy == eager


def test_wrong_predictions_are_named_by_their_row_and_set(chunked):
    wrong = da.from_array(DISTURBED, chunks=chunked.chunks)
    for eager, lazy in [
            both(lambda: qualm.measure(DISTURBED, "nmk"), lambda: qualm.dask.measure(wrong)),
            both(lambda: qualm.reject(DISTURBED, LABELS, "nmk"), lambda: qualm.dask.reject(wrong, LABELS)),
            both(lambda: qualm.ood(DISTURBED, {"far": P}, "nmk"), lambda: qualm.dask.ood(wrong, {"far": chunked})),
            both(lambda: qualm.ood(P, {"row 1": DISTURBED}, "nmk"), lambda: qualm.dask.ood(chunked, {"row 1": wrong}))]:
        assert "row 307" in eager and lazy == eager


def test_a_row_in_a_chunk_of_unknown_size_is_named_by_its_chunk():
    some = da.from_array(DISTURBED, chunks=(100, 4, 3))[da.from_array(np.arange(N) != 3, chunks=100)]
    with pytest.raises(ValueError, match="^predictions: row 7 of a chunk, member 0: the probabilities sum to 2.1"):
        qualm.dask.measure(some).compute()


@pytest.mark.filterwarnings("ignore::qualm.Note")
@pytest.mark.parametrize("options", [{"renormalize": True}, {"input": "logits"}, {"n_classes": 3}, {}])
def test_notes_are_those_of_one_process(options):
    p = P[:, :1] * (0.5 if "renormalize" in options else 1)
    x = da.from_array(p, chunks=(100, 1, 3))
    for eager, lazy in [
            both(lambda: qualm.measure(p, "nmk", **options), lambda: qualm.dask.measure(x, **options)),
            both(lambda: qualm.reject(p, LABELS, "nmk", **options), lambda: qualm.dask.reject(x, LABELS, **options)),
            both(lambda: qualm.ood(p, {"far": p[:9]}, "nmk", **options), lambda: qualm.dask.ood(x, {"far": x[:9]}, **options))]:
        assert isinstance(eager, list) and "only one member" in str(eager) and sorted(lazy) == sorted(eager)


def test_one_warning_has_all_notes(chunked):
    with pytest.warns(qualm.Note) as told:
        qualm.dask.reject(chunked * 0.5, np.maximum(LABELS, 1), renormalize=True).compute()
    assert len([each for each in told if each.category is qualm.Note]) == 1
    assert "counted from 1" in str(told[0].message) and "2000 rows were rescaled" in str(told[0].message)


@pytest.mark.parametrize("answer", [np.nan, np.inf])
def test_a_custom_measure_that_fails_is_told_with_its_row(chunked, answer):
    def mine(points, weights):
        return 1, 1, answer if np.array_equal(points, P[307]) else 0
    eager, lazy = both(lambda: qualm.measure(P, "nmk", measures=[mine]), lambda: qualm.dask.measure(chunked, measures=[mine]))
    assert "row 307" in eager and lazy == eager


def test_a_custom_measure_is_measured_by_the_workers(chunked):
    def mine(points, weights):
        return 1, 1 - points[0, 0], points[0, 0]
    found = qualm.dask.measure(chunked, measures=[mine]).compute()
    assert np.array_equal(found["mine.epistemic"], P[:, 0, 0])


def test_import_of_qualm_does_not_import_dask():
    code = "import sys, qualm; assert not any(name == 'dask' or name.startswith('dask.') for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_parts_in_files_and_in_memory_are_merged(tmp_path):
    for i, rows in enumerate([slice(0, 200), slice(200, N)], 1):
        np.save(f"p-{i}.npy", P[rows])
        subprocess.run([os.environ["QUALM"], "measure", f"p-{i}.npy", "--axes", "nmk", "--quiet", "--partial",
                        f"{i}.qs", "--shard", f"{i}/2"], check=True)
    expected = qualm.measure(P, "nmk").variance.epistemic
    np.testing.assert_array_equal(qualm.merge(["2.qs", tmp_path / "1.qs"]).variance.epistemic, expected)
    parts = [open(f"{i}.qs", "rb").read() for i in (1, 2)]
    np.testing.assert_array_equal(qualm.merge(parts).variance.epistemic, expected)
    with pytest.raises(ValueError, match="1 of 2 shards is missing"):
        qualm.merge(parts[:1])
    with pytest.warns(qualm.Note, match="covers 1 of 2 shards"):
        assert qualm.merge(parts[:1], allow_missing=True).n_instances == 200


def kill_once(block, flag):
    """Ends the process of the first worker that comes here."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return block
    os.kill(os.getpid(), 9)
    time.sleep(60)


def test_a_killed_worker_changes_nothing(tmp_path):
    distributed = pytest.importorskip("distributed")
    flag = str(tmp_path / "killed")
    with distributed.LocalCluster(2, processes=True, threads_per_worker=1, dashboard_address=None) as cluster, \
            distributed.Client(cluster):
        x = da.from_array(P, chunks=(100, 4, 3)).map_blocks(
            kill_once, flag, dtype=float, meta=np.empty((0, 0, 0)))
        found = qualm.dask.reject(x, LABELS).compute()
    assert os.path.exists(flag)
    assert found.to_dict() == qualm.reject(P, LABELS, "nmk").to_dict()
