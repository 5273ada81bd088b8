# SPDX-License-Identifier: Apache-2.0
"""Under mpirun: the members of an ensemble are the same for any number of ranks."""
import json
import pathlib
import shutil
import subprocess

import pytest
from conftest import QUALM, members, needs_torch, train

MPIRUN = shutil.which("mpirun")
pytestmark = [
    needs_torch,
    pytest.mark.skipif(MPIRUN is None, reason="mpirun is not installed"),
    pytest.mark.skipif(not (pathlib.Path(QUALM).parent / "qualm-mpi").exists(), reason="qualm-mpi was not built"),
]
SMALL = ["blobs.npz", "--hidden", "8", "--epochs", "2", "--members", "3"]


def train_together(ranks, *arguments):
    return subprocess.run(
        [MPIRUN, "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-n", str(ranks), QUALM, "train",
         *arguments], capture_output=True, text=True)


def test_any_number_of_ranks_trains_the_same_members_and_the_missing_ones(blobs):
    train(*SMALL, "--out", "alone")
    done = train_together(2, *SMALL, "--out", "together")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "qualm: note: 3 members are in together"
    assert members("together") == members("alone")
    assert json.loads(pathlib.Path("together/ensemble.json").read_text()) == \
        json.loads(pathlib.Path("alone/ensemble.json").read_text())
    # A job that died left two members: the others are as they would have been.
    kept = pathlib.Path("together/run0/member1.pt")
    before = kept.stat().st_mtime_ns
    pathlib.Path("together/run0/member2.pt").unlink()
    done = train_together(3, *SMALL, "--out", "together")
    assert done.returncode == 0, done.stderr
    assert members("together") == members("alone")
    assert kept.stat().st_mtime_ns == before


def test_other_options_are_refused_as_by_one_process(blobs):
    train(*SMALL, "--out", "alone")
    done = train_together(2, *SMALL, "--seed", "5", "--out", "alone")
    assert done.returncode == 2
    assert done.stderr.startswith("qualm train: alone: this ensemble has seed 0, not 5")
