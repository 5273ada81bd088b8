# SPDX-License-Identifier: Apache-2.0
"""A file system that is really full: the old file stays, the message says why, and there is no rest."""
import os
import pathlib
import subprocess

import numpy as np
import pytest
from conftest import OLD, output_of, run

LIMIT_KB = 256


@pytest.fixture
def small_disk(tmp_path):
    """A folder that holds 256 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={LIMIT_KB}k", "tmpfs", folder], capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"a small file system cannot be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_leaves_the_old_file(arguments, small_disk):
    output = output_of(arguments)
    arguments = [str(small_disk / each) if each == output.name else each for each in arguments]
    output = small_disk / output
    output.write_bytes(OLD)
    (small_disk / "filling").write_bytes(bytes((LIMIT_KB - 12) * 1024))
    done = run(arguments)
    assert done.returncode == 4, done.stderr
    assert b"No space left on device; the old file is unchanged" in done.stderr
    assert output.read_bytes() == OLD and len(os.listdir(small_disk)) == 2
    (small_disk / "filling").unlink()
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    assert run(arguments).returncode == 0 and output.stat().st_size > 12 * 1024


@pytest.mark.parametrize("arguments", [["measure", "-", "-o", "out.csv"],
                                       ["reject", "p.npy", "--labels", "y.npy", "--memory", "1MB", "-o", "out.json"]],
                         ids=["spool", "scores"])
def test_a_full_temporary_folder_is_named(arguments, small_disk):
    n_rows = 1_500_000 if "-" in arguments else 60_000  # what fits into memory is not copied
    np.save("p.npy", np.full((n_rows, 3, 4), .25, np.float32))
    np.save("y.npy", np.zeros(n_rows, int))
    pathlib.Path("out.csv").write_bytes(OLD)
    pathlib.Path("out.json").write_bytes(OLD)
    done = run(arguments, TMPDIR=str(small_disk))
    assert done.returncode == 4 and b"No space left" in done.stderr and b"TMPDIR" in done.stderr, done.stderr
    assert pathlib.Path("out.csv").read_bytes() == OLD and pathlib.Path("out.json").read_bytes() == OLD
    assert not os.listdir(small_disk)
