# SPDX-License-Identifier: Apache-2.0
"""What the tests of training share: the command, a small data set of features, a trained ensemble."""
import importlib.util
import pathlib
import subprocess

import numpy as np
import pytest

SHARED = pathlib.Path(__file__).parents[1] / "cli/conftest.py"
spec = importlib.util.spec_from_file_location("cli_conftest", SHARED)
cli = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cli)

run_qualm = cli.run_qualm
QUALM = cli.QUALM
TORCH = pathlib.Path(QUALM).parent / "qualm-torch"
FASHION = pathlib.Path("/usr/share/datasets/fashion-mnist")

in_empty_folder = cli.in_empty_folder

needs_torch = pytest.mark.skipif(not TORCH.exists(), reason="qualm-torch was not built")
needs_fashion = pytest.mark.skipif(not FASHION.exists(), reason="dataset-fashion-mnist is not installed")


def train(*arguments, expect=0):
    result = run_qualm("train", *arguments)
    assert result.code == expect, result.err
    assert result.out == b""
    return result


def start_training(*arguments):
    """A training in the background, in a process group of its own."""
    return subprocess.Popen([QUALM, "train", *map(str, arguments)], stderr=subprocess.DEVNULL,
                            start_new_session=True)


def members(folder):
    """The bytes of each member's file, by name."""
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(pathlib.Path(folder).glob("run*/member*.pt"))}


@pytest.fixture
def blobs(in_empty_folder):
    """blobs.npz: 600 rows of 5 features in three classes that lie well apart."""
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, 600)
    features = (4 * np.eye(3, 5)[labels] + rng.normal(size=(600, 5))).astype(np.float32)
    np.savez("blobs.npz", x=features, y=labels.astype(np.int64))
    return "blobs.npz"


def predict(*arguments, expect=0):
    result = run_qualm("predict", *arguments)
    assert result.code == expect, result.err
    return result


