# SPDX-License-Identifier: Apache-2.0
"""Scores that do not fit into memory: temporary files, the same bytes."""
import os

import numpy as np
import pytest
from conftest import random_predictions, run_qualm

N = 30_000


@pytest.fixture
def files():
    np.save("p.npy", random_predictions((N, 3, 3), np.float32, seed=1))
    np.save("q.npy", random_predictions((N // 2, 3, 3), np.float32, seed=2, concentration=2))
    np.save("y.npy", np.random.default_rng(3).integers(0, 3, N))
    os.mkdir("temporary")


REJECT = ["reject", "p.npy", "--labels", "y.npy"]
OOD = ["ood", "--in", "p.npy", "--out", "far=q.npy", "--scores", "variance.epistemic,entropy.total"]


@pytest.mark.parametrize("command", [REJECT, [*REJECT, "--binning", "equal-mass"], OOD,
                                     [*REJECT, "--guarantee", "risk=0.5", "--calibration", "0.5"]])
def test_little_memory_gives_the_same_bytes(files, command):
    rest = ["--axes", "nmk", "--format", "json", "--quiet"]
    plenty = run_qualm(*command, *rest)
    assert plenty.code == 0, plenty.err
    little = run_qualm(*command, *rest, "--memory", "200kB", env={"TMPDIR": "temporary"})
    assert (little.code, little.out) == (0, plenty.out), little.err
    assert os.listdir("temporary") == []


@pytest.mark.parametrize("command", [["reject", "s.npy", "--correct", "c.npy"],
                                     ["ood", "--in", "s.npy", "--out", "far=t.npy"]])
def test_scores_of_any_origin_need_little_memory_too(files, command):
    rng = np.random.default_rng(4)
    np.save("s.npy", rng.normal(size=N).astype(np.float32))
    np.save("t.npy", rng.normal(1, size=N)[:, None])
    np.save("c.npy", rng.integers(0, 2, N))
    rest = ["--input", "scores", "--format", "json", "--quiet"]
    plenty = run_qualm(*command, *rest)
    assert plenty.code == 0, plenty.err
    little = run_qualm(*command, *rest, "--memory", "200kB", env={"TMPDIR": "temporary"})
    assert (little.code, little.out) == (0, plenty.out), little.err


def test_no_room_for_temporary_files_is_an_error(files):
    done = run_qualm(*REJECT, "--axes", "nmk", "--memory", "1kB", env={"TMPDIR": "/nowhere"})
    assert done.code == 4 and "/nowhere" in done.err and "set TMPDIR" in done.err and "--memory" in done.err


def test_a_size_is_a_number_with_a_unit(files):
    for text in ("much", "-1GB", "4XB", "0"):
        done = run_qualm(*REJECT, "--memory", text)
        assert done.code == 2 and "--memory" in done.err and "4GB" in done.err
