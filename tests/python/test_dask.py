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
    with pytest.raises(ValueError, match="labels: 3 for 500 rows"):
        qualm.dask.reject(chunked, [0, 1, 2])
    with pytest.raises(TypeError, match="scores"):
        qualm.dask.reject(chunked, LABELS, scores={"mine": P[:, 0, 0]})


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
