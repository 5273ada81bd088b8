# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: running it, and random predictions."""
import collections
import json
import os
import subprocess

import numpy as np
import pytest

QUALM = os.environ["QUALM"]
Result = collections.namedtuple("Result", "code out err")


def run_qualm(*arguments, stdin=b"", env=None, **options):
    """Runs the command; out and err are text, with the bytes of a binary output kept."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "QUALM_TARGET")}
    environment.update(env or {})
    done = subprocess.run(
        [QUALM, *map(str, arguments)], input=stdin, capture_output=True, env=environment, **options)
    return Result(done.returncode, done.stdout, done.stderr.decode())


def measured(*arguments):
    """The results of a measurement, and what it printed beside them."""
    result = run_qualm("measure", *arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out), result.err


def refused(*arguments):
    """The message of a run that must fail, one line."""
    result = run_qualm(*arguments, "--quiet")
    assert result.code in (2, 3) and result.out == b"", result
    assert result.err.count("\n") == 1, result.err
    return result.err


def random_predictions(shape, dtype=np.float64, seed=0, concentration=0.7):
    """Probabilities whose last axis sums to one as well as the type allows."""
    rng = np.random.default_rng(seed)
    p = rng.gamma(concentration, size=shape) + 1e-6
    p /= p.sum(axis=-1, keepdims=True)
    if dtype != np.float16:
        return p.astype(dtype)
    # Half floats that sum to exactly one: steps of 1/1024, the greatest entry takes what is left.
    p = np.round(p * 1024) / 1024
    greatest = p.argmax(axis=-1)[..., None]
    rest = 1 - p.sum(axis=-1, keepdims=True)
    np.put_along_axis(p, greatest, np.take_along_axis(p, greatest, -1) + rest, -1)
    return p.astype(dtype)


@pytest.fixture
def qualm():
    return run_qualm


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path, monkeypatch):
    """Every test starts in a folder of its own, so that names in messages are short."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def small(in_empty_folder):
    """small.npy: four instances, two members, two classes; every value is a binary fraction."""
    p = np.array([[1, 1], [1, .5], [.5, .5], [1, 0]])  # of class 0, by member
    np.save("small.npy", np.stack([p, 1 - p], axis=-1))
    return "small.npy"
