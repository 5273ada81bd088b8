# SPDX-License-Identifier: Apache-2.0
"""Training on a full disk, and killed again and again: it resumes to the bits of an undisturbed one."""
import os
import pathlib
import subprocess
import time

import numpy as np
import pytest
from conftest import members, needs_torch, start_training, train

pytestmark = needs_torch
#: QUALM_FAULTS=60 kills more often.
N_KILLS = int(os.environ.get("QUALM_FAULTS", 3))
ARGUMENTS = ["blobs.npz", "--hidden", "160,160", "--members", 2, "--epochs", 6, "--batch-size", 20, "--quiet"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The files of members that nothing happened to."""
    here = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("undisturbed"))
    make_blobs()
    train(*ARGUMENTS, "--out", "whole")
    found = members("whole")
    os.chdir(here)
    return found


def make_blobs():
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, 600)
    np.savez("blobs.npz", x=(4 * np.eye(3, 5)[labels] + rng.normal(size=(600, 5))).astype(np.float32), y=labels)


@pytest.fixture(autouse=True)
def data(in_empty_folder):
    make_blobs()


def mount(*options):
    return subprocess.run(["mount", *options], capture_output=True, text=True)


@pytest.mark.parametrize("kilobytes", [4, 330])  # no room for the record, or for a checkpoint
def test_a_full_disk_ends_training_which_resumes_when_there_is_room(undisturbed, kilobytes):
    pathlib.Path("disk").mkdir()
    made = mount("-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", "disk")
    if made.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {made.stderr.strip()}")
    try:
        result = train(*ARGUMENTS, "--jobs", 1, "--out", "disk/ensemble", expect=4)
        lines = result.err.strip().splitlines()
        assert "No space left on device" in lines[-1], lines
        assert not list(pathlib.Path("disk").rglob("*.tmp"))
        assert mount("-o", "remount,size=16m", "disk").returncode == 0
        train(*ARGUMENTS, "--out", "disk/ensemble")
        assert members("disk/ensemble") == undisturbed
    finally:
        subprocess.run(["umount", "disk"], check=True)


def test_kills_do_not_change_the_members(undisturbed):
    rng = np.random.default_rng(0)
    for _ in range(N_KILLS):
        process = start_training(*ARGUMENTS, "--out", "killed")
        time.sleep(rng.uniform(.2, 2.5))
        process.kill()
        process.wait()
    train(*ARGUMENTS, "--out", "killed")
    assert members("killed") == undisturbed
    assert not list(pathlib.Path("killed").rglob("*.tmp"))
